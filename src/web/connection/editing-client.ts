import { isLeft } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import type { PlanData } from "../../model/elements/entities.ts";
import { isList, isObject, type Json } from "../../model/json.ts";
import { ChannelClient, reading, settled, timeOf } from "./channel-client.ts";
import { requestUpload } from "../client/image-request.ts";
import type { Answer, HistoryEntry, PlanClient, PlanUser } from "./plan-client.ts";
import { numberField, textField } from "../../client/errors.ts";

const entryOf = (each: Json): readonly HistoryEntry[] =>
  timeOf(each).map(({ rev, savedAt }) => ({
    rev,
    savedAt,
    rooms: numberField(each, "rooms") ?? 0,
    items: numberField(each, "items") ?? 0,
  }));

/** The service over a link, with all that an editor asks of it; cards do without this. */
export class EditingClient extends ChannelClient implements PlanClient {
  service(): Answer<Connection> {
    return this.link.reach();
  }

  user(): Answer<PlanUser> {
    return this.ask<"auth/current_user", PlanUser>("auth/current_user", {}, "user", (user) =>
      isObject(user)
        ? {
            name: textField(user, "name") ?? "",
            isAdmin: user["is_admin"] === true,
            level: textField(user, "level"),
          }
        : undefined,
    );
  }

  save(plan: PlanData, rev?: number): Answer<number> {
    const guard = rev === undefined ? {} : { rev };
    return this.ask(this.type("plan/save"), { plan, ...guard }, "revision", (saved) =>
      numberField(saved, "rev"),
    );
  }

  current(): Answer<PlanData> {
    return this.ask(this.type("plan/get"), {}, "plan", (plan) =>
      isObject(plan) ? plan : undefined,
    );
  }

  history(): Answer<readonly HistoryEntry[]> {
    return this.ask(this.type("history/list"), {}, "list", (list) =>
      isList(list) ? list.flatMap(entryOf) : undefined,
    );
  }

  parseYaml(text: string): Answer<Json> {
    return this.ask(this.type("yaml/parse"), { text }, "data", (parsed) =>
      isObject(parsed) ? parsed["data"] : undefined,
    );
  }

  dumpYaml(data: Json): Answer<string> {
    return this.ask(this.type("yaml/dump"), { data }, "text", (dumped) =>
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
    const token = await settled(this.link.token);
    if (isLeft(token)) return token;
    const url = `${this.link.base}/api/${this.domain}/background`;
    const answer = await requestUpload({ url, token: token.right, body, onProgress, signal });
    return reading(answer, "url", (image) => textField(image, "url"));
  }
}
