import { chain, type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { isObject, type Json, type PlanData } from "../../plan/merge/entities.ts";
import { follow } from "./follow.ts";
import { type ImageRequest, requestImage } from "./image-request.ts";
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
    return map((user: Json) => ({
      name: textField(user, "name") ?? "",
      isAdmin: isObject(user) && user["is_admin"] === true,
    }))(answer);
  }

  async save(plan: PlanData, rev?: number): Answer<number> {
    const guard = rev === undefined ? {} : { rev };
    const answer = await this.#ask({ type: this.#type("plan/save"), plan, ...guard });
    return chain((saved: Json): Either<PlanProblem, number> => {
      const stored = numberField(saved, "rev");
      return stored === undefined
        ? left({ code: "unexpected_answer", message: "a save was answered without a revision" })
        : right(stored);
    })(answer);
  }

  async history(): Answer<readonly HistoryEntry[]> {
    const answer = await this.#ask({ type: this.#type("history/list") });
    return map((list: Json) => (isList(list) ? list.flatMap(entryOf) : []))(answer);
  }

  async revision(rev: number): Answer<PlanData> {
    const answer = await this.#ask({ type: this.#type("history/get"), rev });
    return map((plan: Json) => (isObject(plan) ? plan : {}))(answer);
  }

  async parseYaml(text: string): Answer<Json> {
    const answer = await this.#ask({ type: this.#type("yaml/parse"), text });
    return map((parsed: Json) => (isObject(parsed) ? (parsed["data"] ?? null) : null))(answer);
  }

  async dumpYaml(data: Json): Answer<string> {
    const answer = await this.#ask({ type: this.#type("yaml/dump"), data });
    return map((dumped: Json) => textField(dumped, "text") ?? "")(answer);
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
    const answer = await this.#image("", { method: "POST", body, onProgress, signal });
    return map((image: unknown) => textField(image, "url") ?? "")(answer);
  }

  async removeImage(level: string): Answer<void> {
    const answer = await this.#image(`?${new URLSearchParams({ level }).toString()}`, {
      method: "DELETE",
    });
    return map(() => undefined)(answer);
  }

  imageUrl(url: string): string {
    const { hassUrl } = this.#link.auth.data;
    return URL.canParse(url, hassUrl) ? new URL(url, hassUrl).href : "";
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

  async #image(query: string, request: Omit<ImageRequest, "url" | "token">): Answer<unknown> {
    const token = await this.#token();
    if (isLeft(token)) return token;
    const url = `${this.#link.auth.data.hassUrl}/api/${this.#domain}/background${query}`;
    return requestImage({ ...request, url, token: token.right });
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
