import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { changesBetween } from "./compare-plans.ts";
import type {
  Answer,
  HistoryEntry,
  PlanClient,
  PlanProblem,
  PlanSource,
  PlanUser,
  SubscriptionState,
} from "./plan-client.ts";
import { numberField, textField } from "../../client/errors.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { isList, isObject, type Json } from "../../model/json.ts";
import { askService, catchProblem, decodeAnswer } from "./asking.ts";
import { ChannelClient } from "./channel-client.ts";
import { askRevision, timeOf } from "./past-plans.ts";

/** An upload of a tracing image. */
export interface UploadRequest {
  readonly url: string;
  readonly token: string;
  readonly body: FormData;
  /** Called with the part of the body sent so far, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal?: AbortSignal | undefined;
}

const parseAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Sends an upload and resolves with the JSON of the answer. A left has the code `http_` and the status, `offline` or
 * `aborted`.
 */
// `fetch` cannot report upload progress.
const requestUpload = (request: UploadRequest): Answer<unknown> =>
  new Promise((resolve) => {
    const { url, token, body, onProgress, signal } = request;
    const xhr = new XMLHttpRequest();
    const fail = (code: string, message: string): void => resolve(left({ code, message }));
    xhr.open("POST", url);
    xhr.setRequestHeader("Authorization", `Bearer ${token}`);
    xhr.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    xhr.addEventListener("load", () => {
      const answer = parseAnswer(xhr.responseText);
      if (xhr.status >= 200 && xhr.status < 300) resolve(right(answer));
      else fail(`http_${xhr.status}`, textField(answer, "message") ?? xhr.statusText);
    });
    xhr.addEventListener("error", () => fail("offline", "the service cannot be reached"));
    xhr.addEventListener("abort", () => fail("aborted", "the upload was ended"));
    signal?.addEventListener("abort", () => xhr.abort());
    if (signal?.aborted === true) return fail("aborted", "the upload was ended");
    xhr.send(body);
  });

const entryOf = (each: Json): readonly HistoryEntry[] =>
  timeOf(each).map(({ rev, savedAt }) => ({
    rev,
    savedAt,
    rooms: numberField(each, "rooms") ?? 0,
    items: numberField(each, "items") ?? 0,
  }));

/** The new revision in the answer to a save. */
const readRev = (saved: Json): number | undefined => numberField(saved, "rev");

type Subscribe = PlanSource["subscribe"];

interface Listener {
  readonly onPlan: (plan: PlanData) => void;
  readonly onState: (state: SubscriptionState) => void;
}

/**
 * Shares one subscription among any number of listeners; later ones get the current state at once. The subscription
 * ends with its last listener.
 */
const sharedSubscription = (subscribe: Subscribe): Subscribe => {
  const listeners = new Set<Listener>();
  let plan: PlanData | undefined;
  let state: SubscriptionState | undefined;
  let end: (() => void) | undefined;
  const begin = (): (() => void) =>
    subscribe(
      (next) => {
        plan = next;
        for (const { onPlan } of listeners) onPlan(next);
      },
      (next) => {
        state = next;
        for (const { onState } of listeners) onState(next);
      },
    );
  return (onPlan, onState) => {
    const listener = { onPlan, onState };
    listeners.add(listener);
    if (plan !== undefined) onPlan(plan);
    if (state !== undefined) onState(state);
    end ??= begin();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      end?.();
      end = undefined;
      plan = undefined;
      state = undefined;
    };
  };
};

/** A client of the service with everything that the editor needs; cards do without this module. */
export class EditingClient extends ChannelClient implements PlanClient {
  readonly #shared = sharedSubscription((onPlan, onState) =>
    super.subscribe(onPlan, (state) => {
      // The next connection may lead to another service.
      if (state === "away") this.#knowsChanges = true;
      onState(state);
    }),
  );
  /** Whether the service knows `plan/change`, as far as is known. */
  #knowsChanges = true;

  override subscribe(...listening: Parameters<Subscribe>): () => void {
    return this.#shared(...listening);
  }

  user(): Answer<PlanUser> {
    return askService<"auth/current_user", PlanUser>(
      this,
      "auth/current_user",
      {},
      "user",
      (user) =>
        isObject(user)
          ? {
              id: textField(user, "id") ?? "",
              name: textField(user, "name") ?? "",
              isAdmin: user["is_admin"] === true,
              level: textField(user, "level"),
            }
          : undefined,
    );
  }

  async save(plan: PlanData, rev?: number): Answer<number> {
    const answer = rev === undefined ? undefined : await this.#change(plan, rev);
    if (answer !== undefined) return answer;
    const guard = rev === undefined ? {} : { rev };
    return askService(this, this.type("plan/save"), { plan, ...guard }, "revision", readRev);
  }

  /**
   * Saves by what changes, over the plan as the service has it; undefined if the whole plan is to be saved: it is shorter,
   * its revision is not known here, or the service did nothing as it does not understand the changes.
   */
  async #change(plan: PlanData, rev: number): Promise<Either<PlanProblem, number> | undefined> {
    const known = this.#knowsChanges ? this.known : undefined;
    if (known === undefined || (numberField(known, "rev") ?? 0) !== rev) return undefined;
    const changes = changesBetween(known, plan);
    if (changes === undefined) return undefined;
    const answer = await askService(
      this,
      this.type("plan/change"),
      { rev, changes },
      "revision",
      readRev,
    );
    const code = isLeft(answer) ? answer.left.code : undefined;
    if (code === "unknown_command") this.#knowsChanges = false;
    return code === "unknown_command" || code === "invalid_format" ? undefined : answer;
  }

  revision(rev: number): Answer<PlanData> {
    return askRevision(this, rev);
  }

  current(): Answer<PlanData> {
    return askService(this, this.type("plan/get"), {}, "plan", (plan) =>
      isObject(plan) ? plan : undefined,
    );
  }

  history(): Answer<readonly HistoryEntry[]> {
    return askService(this, this.type("history/list"), {}, "list", (list) =>
      isList(list) ? list.flatMap(entryOf) : undefined,
    );
  }

  parseYaml(text: string): Answer<Json> {
    return askService(this, this.type("yaml/parse"), { text }, "data", (parsed) =>
      isObject(parsed) ? parsed["data"] : undefined,
    );
  }

  dumpYaml(data: Json): Answer<string> {
    return askService(this, this.type("yaml/dump"), { data }, "text", (dumped) =>
      textField(dumped, "text"),
    );
  }

  async upload(
    level: string,
    file: File,
    onProgress: (part: number) => void,
    signal?: AbortSignal,
  ): Answer<string> {
    const body = new FormData();
    body.append("level", level);
    body.append("file", file);
    const token = await catchProblem(this.link.token);
    if (isLeft(token)) return token;
    const url = `${this.link.base}/api/${this.domain}/background`;
    const answer = await requestUpload({ url, token: token.right, body, onProgress, signal });
    return decodeAnswer(answer, "url", (image) => textField(image, "url"));
  }
}
