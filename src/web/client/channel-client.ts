import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { isObject, type Json } from "../../json/json.ts";
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
} from "./plan-client.ts";
import { sharedSubscription } from "./shared-subscription.ts";
import { numberField, problemOf, textField } from "./problem.ts";

const entryOf = (each: Json): readonly HistoryEntry[] => {
  const rev = numberField(each, "rev");
  const savedAt = textField(each, "saved_at");
  if (rev === undefined || savedAt === undefined) return [];
  const rooms = numberField(each, "rooms") ?? 0;
  return [{ rev, savedAt, rooms, items: numberField(each, "items") ?? 0 }];
};

/** Reads an answer; one that does not hold what was asked for is a problem of its own, and never taken for an empty one. */
const reading = <Raw, Value>(
  what: string,
  read: (answer: Raw) => Value | undefined,
): ((answer: Either<PlanProblem, Raw>) => Either<PlanProblem, Value>) =>
  chain((answer: Raw): Either<PlanProblem, Value> => {
    const found = read(answer);
    const message = `there is no ${what} in the answer`;
    return found === undefined ? left({ code: "unexpected_answer", message }) : right(found);
  });

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The service over a link, in the commands of Home Assistant's websocket convention. */
export class ChannelClient implements PlanClient {
  readonly #link: Link;
  readonly #domain: string;

  /** `domain`: the first part of every command's type. */
  constructor(link: Link, domain: string) {
    this.#link = link;
    this.#domain = domain;
  }

  readonly subscribe = sharedSubscription((onPlan, onState) => {
    const ending = new AbortController();
    void this.#follow(onPlan, onState, ending.signal);
    return () => ending.abort();
  });

  async user(): Answer<PlanUser> {
    const answer = await this.#ask({ type: "auth/current_user" });
    return reading("user", (user: Json) =>
      isObject(user)
        ? { name: textField(user, "name") ?? "", isAdmin: user["is_admin"] === true }
        : undefined,
    )(answer);
  }

  async save(plan: PlanData, rev?: number): Answer<number> {
    const guard = rev === undefined ? {} : { rev };
    const answer = await this.#ask({ type: this.#type("plan/save"), plan, ...guard });
    return reading("revision", (saved: Json) => numberField(saved, "rev"))(answer);
  }

  async history(): Answer<readonly HistoryEntry[]> {
    const answer = await this.#ask({ type: this.#type("history/list") });
    return reading("list", (list: Json) => (isList(list) ? list.flatMap(entryOf) : undefined))(
      answer,
    );
  }

  async revision(rev: number): Answer<PlanData> {
    const answer = await this.#ask({ type: this.#type("history/get"), rev });
    return reading("plan", (plan: Json) => (isObject(plan) ? plan : undefined))(answer);
  }

  async parseYaml(text: string): Answer<Json> {
    const answer = await this.#ask({ type: this.#type("yaml/parse"), text });
    return reading("data", (parsed: Json) => (isObject(parsed) ? parsed["data"] : undefined))(
      answer,
    );
  }

  async dumpYaml(data: Json): Answer<string> {
    const answer = await this.#ask({ type: this.#type("yaml/dump"), data });
    return reading("text", (dumped: Json) => textField(dumped, "text"))(answer);
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
    const url = `${this.#link.auth.data.hassUrl}/api/${this.#domain}/background`;
    const answer = await requestUpload({ url, token: token.right, body, onProgress, signal });
    return reading("url", (image: unknown) => textField(image, "url"))(answer);
  }

  imageUrl(url: string): string {
    const { hassUrl } = this.#link.auth.data;
    if (!URL.canParse(url, hassUrl)) return "";
    const { href, origin } = new URL(url, hassUrl);
    return origin === new URL(hassUrl).origin ? href : "";
  }

  close(): void {
    this.#link.close();
  }

  async #follow(
    onPlan: (plan: PlanData) => void,
    onState: (state: Following) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const tell = (state: Following): void => {
      if (!signal.aborted) onState(state);
    };
    const reached = await this.#link.reach(() => tell("away"));
    if (signal.aborted) return;
    if (isLeft(reached)) return tell({ refused: reached.left });
    follow(reached.right, { type: this.#type("plan/subscribe"), onPlan, onState: tell, signal });
  }

  #type(name: string): string {
    return `${this.#domain}/${name}`;
  }

  async #ask(message: { readonly type: string; readonly [field: string]: unknown }): Answer<Json> {
    const reached = await this.#link.reach();
    if (isLeft(reached)) return reached;
    try {
      return right(await reached.right.sendMessagePromise<Json>({ ...message }));
    } catch (error) {
      return left(problemOf(error));
    }
  }

  async #token(): Answer<string> {
    const { auth } = this.#link;
    try {
      if (auth.expired) await auth.refreshAccessToken();
      return right(auth.accessToken);
    } catch (error) {
      return left(problemOf(error));
    }
  }
}
