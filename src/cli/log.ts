import { isLeft } from "fp-ts/lib/Either.js";
import type { Inspection, KeptRevision } from "../backup/home.ts";
import { authorName } from "./author-name.ts";
import { homeOptions, withHome } from "./home.ts";
import { type ExitCode, fail, type Input, type Verb } from "./verb.ts";

const placeOf = ({ place }: KeptRevision): string =>
  "key" in place ? place.key : `${place.segment}  ${String(place.offset).padStart(9)}`;

const inWords = (found: KeptRevision): string => {
  const { rev, saved_at, bytes } = found;
  const name = authorName(found.by);
  const by = name === undefined ? "" : `  by ${name}`;
  return `${placeOf(found)}  rev ${rev}  ${saved_at}  ${bytes} bytes${by}`;
};

const asJson = ({ place, ...found }: KeptRevision): string =>
  JSON.stringify({ ...place, ...found });

const finish = (input: Input, { notes, result }: Inspection): ExitCode => {
  if (isLeft(result)) return fail(input, result.left);
  for (const line of [...notes, result.right]) input.err(line);
  return 0;
};

/** `log show`: a line for each record. */
export const logShow: Verb = {
  words: "log show",
  summary:
    "prints a line per record of the log: segment, offset, revision, time, size, who saved it",
  details:
    "Reads only; works while the service runs. Who saved a revision is told where it is known. Of a\ncluster, each line begins with the key of the revision.",
  options: [
    ...homeOptions,
    { name: "json", help: "prints each record as one line of JSON instead" },
  ],
  run: (input) =>
    withHome(input, async (home) => {
      const found = await home.inspect();
      for (const revision of found.revisions)
        input.out(input.has("json") ? asJson(revision) : inWords(revision));
      return finish(input, found);
    }),
};

/** `log verify`: whether every byte of the log is sound. */
export const logVerify: Verb = {
  words: "log verify",
  summary: "reads the whole log and fails at the first damage, with file and offset",
  details:
    "Reads only; works while the service runs. Of a cluster, every plan and every image that is\nkept there is read and held against its checksum.",
  options: homeOptions,
  run: (input) => withHome(input, async (home) => finish(input, await home.inspect())),
};
