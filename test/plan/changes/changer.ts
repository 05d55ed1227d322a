import assert from "node:assert/strict";
import type { TestScope, TestService } from "../../support/service.ts";
import { bytesOf, Peer } from "../../support/peer.ts";
import { patched, textsIn } from "./text-oracle.ts";

/** The answer to a change: the new revision, or why there is none. */
export type Answered = number | { readonly code: string; readonly message: string };

/** An administrator's connection that sends and reads texts, so that numbers, keys and escapes stay as they are written. */
export class Changer {
  readonly peer: Peer;
  /** Every message, as text. */
  readonly texts: string[] = [];

  private constructor(peer: Peer) {
    this.peer = peer;
    peer.ws.on("message", (data) => this.texts.push(bytesOf(data).toString()));
  }

  static async login(t: TestScope, { port, admin }: Pick<TestService, "port" | "admin">) {
    return new Changer(await Peer.login(t, port, admin));
  }

  /** The reply to a command, as text by member. */
  async ask(type: string, fields = ""): Promise<ReadonlyMap<string, string>> {
    const id = this.peer.newId();
    this.peer.send(`{"id":${id},"type":"floorplan/${type}"${fields}}`);
    await this.peer.replyTo(id);
    // What holds a plan has its id at the end, and the plan's bytes before it.
    const reply = this.texts.findLast(
      (text) => text.startsWith(`{"id":${id},"type":"result"`) || text.endsWith(`,"id":${id}}`),
    );
    return textsIn(reply ?? "");
  }

  /** The stored plan's text, byte for byte. */
  async plan(): Promise<string> {
    await this.ask("plan/get");
    const reply = this.texts.findLast((text) => text.startsWith('{"type":"result"')) ?? "";
    const [, plan] =
      /^\{"type":"result","success":true,"result":(.*),"id":\d+\}$/s.exec(reply) ?? [];
    assert(plan !== undefined, reply);
    return plan;
  }

  /** Saves a plan's text. */
  async save(plan: string): Promise<Answered> {
    return this.#answered(await this.ask("plan/save", `,"plan":${plan}`));
  }

  /** Makes a change of a patch's text. */
  async change(rev: number, changes: string): Promise<Answered> {
    return this.#answered(await this.ask("plan/change", `,"rev":${rev},"changes":${changes}`));
  }

  /** Makes a change that must succeed. */
  async changed(rev: number, changes: string): Promise<void> {
    assert.equal(await this.change(rev, changes), rev + 1, changes);
  }

  /** The message with which a change is refused as invalid, without the path behind it. */
  async refused(rev: number, changes: string): Promise<string> {
    const answered = await this.change(rev, changes);
    assert(
      typeof answered === "object",
      `refused, not revision ${JSON.stringify(answered)}: ${changes}`,
    );
    assert.equal(answered.code, "invalid_format", answered.message);
    return answered.message.replace(/ \(\/[^()]*\)$/, "");
  }

  #answered(reply: ReadonlyMap<string, string>): Answered {
    if (reply.get("success") === "true") {
      const result = textsIn(reply.get("result") ?? "");
      assert.equal(result.get("ok"), "true");
      return Number(result.get("rev"));
    }
    const error = textsIn(reply.get("error") ?? "");
    const text = (name: string): string => String(JSON.parse(error.get(name) ?? '""'));
    return { code: text("code"), message: text("message") };
  }
}

/** The event in a message's text; undefined if it is no event of that subscription. */
const eventIn = (text: string, id: number): string | undefined => {
  const [, event, own] = /^\{"type":"event","event":(.*),"id":(\d+)\}$/s.exec(text) ?? [];
  return own === String(id) ? event : undefined;
};

/** What a client of `plan/follow` holds, in text: the plan of the last event, or what its changes make of the one before. */
export class Held {
  /** As `plan/get` answers. */
  text = "{}";
  rev = -1;
  /** How each revision came: with the plan, or from which revision on. */
  readonly came: { readonly rev: number; readonly from: number | undefined }[] = [];

  take(text: string): void {
    const event = textsIn(text);
    const rev = Number(event.get("rev"));
    const plan = event.get("plan");
    const from = plan === undefined ? Number(event.get("from")) : undefined;
    if (plan !== undefined) this.text = plan;
    else {
      assert.equal(from, this.rev, "the changes are of the revision that the client has");
      const made = patched(this.text, event.get("changes") ?? "");
      assert(typeof made === "string", `operation ${made} of the changes of revision ${rev}`);
      this.text = made;
    }
    this.rev = rev;
    this.came.push({ rev, from });
  }
}

/** Waits for events of a subscription. */
export class Watched {
  readonly #by: Changer;
  readonly #id: number;
  #read = 0;

  private constructor(by: Changer, id: number) {
    this.#by = by;
    this.#id = id;
  }

  /** Subscribes on a connection of its own. */
  static async start(
    t: TestScope,
    service: Pick<TestService, "port" | "admin">,
    type = "plan/follow",
    fields = "",
  ): Promise<Watched> {
    return Watched.on(await Changer.login(t, service), type, fields);
  }

  /** Subscribes on a connection. */
  static async on(by: Changer, type = "plan/follow", fields = ""): Promise<Watched> {
    const id = by.peer.newId();
    by.peer.send(`{"id":${id},"type":"floorplan/${type}"${fields}}`);
    const reply = await by.peer.replyTo(id);
    assert.equal(reply["success"], true, JSON.stringify(reply));
    return new Watched(by, id);
  }

  get peer(): Peer {
    return this.#by.peer;
  }

  /** The next event, as text. */
  async next(): Promise<string> {
    for (;;) {
      const text = this.#by.texts[this.#read];
      if (text === undefined) {
        await this.#by.peer.next();
        continue;
      }
      this.#read += 1;
      const event = eventIn(text, this.#id);
      if (event !== undefined) return event;
    }
  }

  /** Reads events until the revision is `rev`. */
  async until(rev: number, held: Held): Promise<void> {
    while (held.rev < rev) held.take(await this.next());
    assert.equal(held.rev, rev);
  }
}
