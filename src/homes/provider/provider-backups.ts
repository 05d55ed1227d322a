import type { IncomingMessage, ServerResponse } from "node:http";
import { open, rm } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Either, isLeft, left, mapLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { describe } from "../../model/codec.ts";
import { forUsers } from "../../auth/route-guard.ts";
import {
  binary,
  json,
  problemAnswer,
  refusalFor,
  Refusal,
  type Route,
} from "../../server/http/routes.ts";
import { momentText } from "../../server/runtime/time.ts";
import type { HomeBackups } from "../storage/home-backups.ts";
import type { DirectoryProblem } from "../directory/home-directory.ts";
import type { transferLimits } from "../home-limits.ts";
import { created, type ProviderParts } from "./provider-actions.ts";
import { createdCodec } from "./provider-codecs.ts";
import { handlerAt, homeParameter, ok, refusalOf, refusals } from "./provider-requests.ts";

interface BackupParts extends ProviderParts {
  readonly backups: HomeBackups;
  readonly limits: Readonly<typeof transferLimits>;
}

const type = "application/gzip";

const path = "/provider/homes/{home}/backup";

const tooLarge = (most: number): Refusal =>
  new Refusal(413, `the backup has more than home-backup-bytes, ${most} bytes`);

const incomplete = new Refusal(400, "the body is incomplete");

/** Receives a body into a new file. Left: why not; the file may be there. */
const receive = async (
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  { homeBackupBytes, homeBackupMs }: BackupParts["limits"],
  revoked: AbortSignal,
): Promise<Either<Refusal, void>> => {
  if (Number(request.headers["content-length"] ?? 0) > homeBackupBytes)
    return left(tooLarge(homeBackupBytes));
  if (request.headers.expect !== undefined) response.writeContinue();
  let bytes = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > homeBackupBytes) done(tooLarge(homeBackupBytes));
      else done(null, chunk);
    },
  });
  const late = new AbortController();
  const message = `the backup did not arrive within home-backup-ms, ${homeBackupMs} ms`;
  const timer = setTimeout(() => late.abort(new Refusal(408, message)), homeBackupMs);
  const signal = AbortSignal.any([revoked, late.signal]);
  try {
    const writing = await open(file, "wx", 0o600);
    // Not a part of the pipeline, which would end the connection: the router discards a refused body, so that the
    // client reads why.
    request.pipe(bounded);
    request.once("close", () => bounded.destroy(incomplete));
    await pipeline(bounded, writing.createWriteStream(), { signal });
    return request.complete ? right(undefined) : left(incomplete);
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    return left(refusalFor(reason, "the backup could not be received", 400));
  } finally {
    clearTimeout(timer);
  }
};

const refusalOfBackup = (problem: DirectoryProblem): Refusal =>
  problem.kind === "failed" ? new Refusal(400, problem.message) : refusalOf(problem);

/** Sends a whole file as the answer. */
const send = async (response: ServerResponse, file: string, name: string): Promise<void> => {
  const reading = await open(file, "r");
  const { size } = await reading.stat();
  response.writeHead(200, {
    "Content-Type": type,
    "Content-Length": size,
    "Content-Disposition": `attachment; filename="${name}.tar.gz"`,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  // A client that goes away early is no bug.
  await pipeline(reading.createReadStream(), response).catch(() => response.destroy());
};

const about = {
  token: "provider",
  parameters: [homeParameter],
} as const;

const busy = {
  503: problemAnswer("as many backups are on their way as `home-transfers` allows: try again"),
  507: problemAnswer("the disk is full"),
};

/** `/provider/homes/{home}/backup`: gets a home's backup, and creates a home from one. */
export const backupRoute = (parts: BackupParts): Route => {
  const { backups, directory, guarded, limits } = parts;
  let running = 0;
  /** Runs `work` with a file of its own, if there is room. */
  const during = async <A>(
    work: (file: string) => Promise<Either<Refusal, A>>,
  ): Promise<Either<Refusal, A>> => {
    if (running >= limits.homeTransfers) {
      const message = `as many backups are on their way as home-transfers allows, ${limits.homeTransfers}: try again`;
      return left(new Refusal(503, message));
    }
    running += 1;
    const file = backups.newFile();
    try {
      return await work(file);
    } finally {
      running -= 1;
      await rm(file, { force: true });
    }
  };
  const get = handlerAt(path, ({ response, id, caller }) =>
    during<undefined>(async (file) => {
      const made = await backups.make(id, file);
      if (isLeft(made)) return left(refusalOf(made.left));
      caller.note("home_exported", { about: id });
      await send(response, file, id);
      return right(undefined);
    }),
  );
  const put = handlerAt(path, async ({ request, response, url, id, caller }) => {
    const tokens = url.searchParams.get("tokens");
    if (tokens !== null && tokens !== "keep")
      return left(new Refusal(400, "tokens: expected keep, or nothing"));
    if (directory.has(id)) return left(new Refusal(409, `there is a home ${id} already`));
    const restored = await during(async (file) => {
      const received = await receive(request, response, file, limits, caller.revoked);
      if (isLeft(received)) return received;
      const record = { name: "", created_at: momentText(Date.now()), quotas: {} };
      const made = await backups.restore(id, record, file, tokens === "keep");
      return mapLeft(refusalOfBackup)(made);
    });
    if (isLeft(restored)) return restored;
    caller.note("home_imported", { about: id });
    return tokens === "keep" ? ok({ id }, 201) : created(parts, id);
  });
  const guard = forUsers(guarded);
  return {
    path,
    methods: { GET: guard(get), PUT: guard(put) },
    about: {
      GET: {
        ...about,
        summary: "gets a backup of a home: plan, history, images and users",
        answers: {
          200: {
            when: "the backup, as `floorplan backup` writes it",
            content: { [type]: binary(type) },
          },
          ...refusals.path,
          ...refusals.unknown,
          ...refusals.failed,
          ...busy,
        },
      },
      PUT: {
        ...about,
        summary: "creates a home from a backup, also one of a service with a single home",
        parameters: [
          homeParameter,
          {
            name: "tokens",
            in: "query",
            required: false,
            type: describe(
              "`keep`: the tokens in the backup are valid again; otherwise the answer has a link",
              t.string,
            ),
          },
        ],
        body: { [type]: binary(type) },
        answers: {
          201: { when: "the home is there", content: json(createdCodec) },
          400: problemAnswer("the backup is not whole, or a part of the path is invalid"),
          408: problemAnswer("it did not arrive within `home-backup-ms`"),
          409: problemAnswer("there is a home with that id"),
          413: problemAnswer("it has more than `home-backup-bytes`"),
          ...busy,
        },
      },
    },
  };
};
