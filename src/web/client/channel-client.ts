import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import { isList, isObject, type Json, type JsonObject } from "../../json/json.ts";
import type { PlanData } from "../../elements/entities.ts";
import { follow } from "./follow.ts";
import { requestUpload } from "./image-request.ts";
import type { Link } from "./link.ts";
import type {
  Answer,
  Following,
  HistoryEntry,
  PlanClient,
  PlanProblem,
  PlanUser,
  SavedAt,
} from "./plan-client.ts";
import { urlBelow } from "./url-below.ts";
import { sharedSubscription } from "./shared-subscription.ts";
import { numberField, problemOf, textField } from "./problem.ts";

const timeOf = (each: Json): readonly SavedAt[] => {
  const rev = numberField(each, "rev");
  const savedAt = textField(each, "saved_at");
  return rev === undefined || savedAt === undefined ? [] : [{ rev, savedAt }];
};

const entryOf = (each: Json): readonly HistoryEntry[] =>
  timeOf(each).map(({ rev, savedAt }) => ({
    rev,
    savedAt,
    rooms: numberField(each, "rooms") ?? 0,
    items: numberField(each, "items") ?? 0,
  }));

/** Reads an answer; one that does not hold what was asked for is a problem of its own, and never taken for an empty one. */
const reading = <Raw, Value>(
  answer: Either<PlanProblem, Raw>,
  what: string,
  read: (answer: Raw) => Value | undefined,
): Either<PlanProblem, Value> => {
  if (isLeft(answer)) return answer;
  const found = read(answer.right);
  const message = `there is no ${what} in the answer`;
  return found === undefined ? left({ code: "unexpected_answer", message }) : right(found);
};

/** What was asked for, or why it was refused. */
const settled = async <Value>(ask: () => Promise<Value>): Answer<Value> => {
  try {
    return right(await ask());
  } catch (error) {
    return left(problemOf(error));
  }
};

/** The service over a link, in the commands of Home Assistant's websocket convention. */
export class ChannelClient implements PlanClient {
  readonly #link: Link;
  readonly domain: string;
  readonly #house: Connection | undefined;

  /** `domain`: the first part of the type of every command of the service's own; `house`: where Home Assistant is reached, if not over the link. */
  constructor(link: Link, domain: string, house?: Connection) {
    this.#link = link;
    this.domain = domain;
    this.#house = house;
  }

  readonly subscribe = sharedSubscription((onPlan, onState) => {
    const ending = new AbortController();
    void this.#follow(onPlan, onState, ending.signal);
    return () => ending.abort();
  });

  connection(): Answer<Connection> {
    return this.#house === undefined ? this.#link.reach() : Promise.resolve(right(this.#house));
  }

  service(): Answer<Connection> {
    return this.#link.reach();
  }

  user(): Answer<PlanUser> {
    return this.#ask("auth/current_user", {}, "user", (user) =>
      isObject(user)
        ? { name: textField(user, "name") ?? "", isAdmin: user["is_admin"] === true }
        : undefined,
    );
  }

  save(plan: PlanData, rev?: number): Answer<number> {
    const guard = rev === undefined ? {} : { rev };
    return this.#ask(this.#type("plan/save"), { plan, ...guard }, "revision", (saved) =>
      numberField(saved, "rev"),
    );
  }

  history(): Answer<readonly HistoryEntry[]> {
    return this.#ask(this.#type("history/list"), {}, "list", (list) =>
      isList(list) ? list.flatMap(entryOf) : undefined,
    );
  }

  times(): Answer<readonly SavedAt[]> {
    return this.#ask(this.#type("history/times"), {}, "list", (list) =>
      isList(list) ? list.flatMap(timeOf) : undefined,
    );
  }

  revision(rev: number): Answer<PlanData> {
    return this.#ask(this.#type("history/get"), { rev }, "plan", (plan) =>
      isObject(plan) ? plan : undefined,
    );
  }

  parseYaml(text: string): Answer<Json> {
    return this.#ask(this.#type("yaml/parse"), { text }, "data", (parsed) =>
      isObject(parsed) ? parsed["data"] : undefined,
    );
  }

  dumpYaml(data: Json): Answer<string> {
    return this.#ask(this.#type("yaml/dump"), { data }, "text", (dumped) =>
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
    const token = await this.#token();
    if (isLeft(token)) return token;
    const url = `${this.#link.auth.data.hassUrl}/api/${this.domain}/background`;
    const answer = await requestUpload({ url, token: token.right, body, onProgress, signal });
    return reading(answer, "url", (image) => textField(image, "url"));
  }

  imageUrl(url: string): string {
    const { hassUrl } = this.#link.auth.data;
    return urlBelow(hassUrl, url);
  }

  close(): void {
    this.#link.close();
  }

  async #follow(
    onPlan: (plan: PlanData) => void,
    onState: (state: Following) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let told: Following | undefined;
    const tell = (state: Following): void => {
      if (signal.aborted || (state === "away" && told === "away")) return;
      told = state;
      onState(state);
    };
    this.#link.onFailure((refused) => tell(refused === undefined ? "away" : { refused }), signal);
    const connection = await this.#link.connected;
    if (signal.aborted) return;
    follow(connection, {
      message: { type: this.#type("plan/subscribe") },
      onEvent: (event) => onPlan(isObject(event) ? event : {}),
      onState: tell,
      signal,
    });
  }

  #type(name: string): string {
    return `${this.domain}/${name}`;
  }

  async #ask<Value>(
    type: string,
    fields: JsonObject,
    what: string,
    read: (answer: Json) => Value | undefined,
  ): Answer<Value> {
    const reached = await this.#link.reach();
    if (isLeft(reached)) return reached;
    const connection = reached.right;
    const answer = await settled(() => connection.sendMessagePromise<Json>({ type, ...fields }));
    return reading(answer, what, read);
  }

  #token(): Answer<string> {
    const { auth } = this.#link;
    return settled(async () => {
      if (auth.expired) await auth.refreshAccessToken();
      return auth.accessToken;
    });
  }
}
