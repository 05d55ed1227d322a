import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { anyObject } from "../../src/model/codec.ts";
import { upload } from "../images/image-requests.ts";
import { range } from "../service/revisions.ts";
import { makeLink } from "../support/access-links.ts";
import { greyPng } from "../support/grey-png.ts";
import { ask, startTestHomes, type TestHome, type TestHomes } from "../support/homes.ts";
import { eventually } from "../support/polling.ts";
import type { Message, Peer } from "../support/peer.ts";
import { ofMany, until } from "../support/timeouts.ts";
import { comparable, documentedCommands } from "./home-surface.ts";

const config = { loginDelayMs: 0, loginFailures: 1_000_000, homeIdle: 300 };

const pixel = greyPng({ width: 1, height: 1, data: new Uint8Array([7]) });

/** What one home calls its own: texts and numbers by which commands and requests name things. */
interface Names {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

const planOf = (name: string, image: string): Message => ({
  rooms: [{ id: `${name}-room`, name: `${name}-room`, points: [] }],
  levels: [{ id: `${name}-floor`, name: `${name}-floor` }],
  zones: [{ id: `${name}-zone`, name: `${name}-zone` }],
  background: image,
});

/** The number of a connection among the editors of its home. */
const presenceOf = async (peer: Peer): Promise<number> => {
  await peer.result("floorplan/presence/subscribe");
  const isKnown = ({ event }: Message): boolean => anyObject.is(event) && "you" in event;
  await until(() => peer.received.some(isKnown));
  const { you } = Object(peer.received.find(isKnown)?.["event"]);
  assert(typeof you === "number");
  return you;
};

/** Lives in a home that shall have more of everything than others; returns the names of what is there. */
const furnish = async (home: TestHome, name: string): Promise<Names> => {
  const desk = await home.login(home.admin);
  const image = await upload(home, `${name}-floor`, pixel, "plan.png");
  let rev = 0;
  for (const _ of range(1, 17)) rev = await desk.save(planOf(name, image), rev || undefined);
  const code = await makeLink(desk, `${name}-guest`);
  const made = Object(await desk.result("floorplan/tokens/create", { name: `${name}-token` }));
  const editors = await Promise.all(range(1, 13).map(() => home.login(home.admin)));
  const presences: number[] = [];
  for (const editor of editors) presences.push(await presenceOf(editor));
  for (const peer of [desk, ...editors]) {
    peer.ws.close();
    await peer.closed;
  }
  const parts = ["room", "floor", "zone", "guest", "token"].map((part) => `${name}-${part}`);
  return {
    texts: [...parts, `rooms/${name}-room`, image, code, String(made.token)],
    numbers: [rev, Math.max(...presences)],
  };
};

const digest = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("base64url");

/** Names of the same kinds, which nothing has. */
const inventedFor = ({ texts, numbers }: Names): Names => ({
  texts: texts.map((text) =>
    /^[\w-]{43}$/.test(text)
      ? digest(text)
      : text.replaceAll("two", "six").replace(/v=\d+/, "v=1700000000000"),
  ),
  numbers: numbers.map((number) => number + 60),
});

/** The values that a field takes, of some names. */
const valuesFor = (schema: unknown, { texts, numbers }: Names): readonly unknown[] => {
  if (!anyObject.is(schema) || "const" in schema || "enum" in schema) return [];
  const [type] = [schema["type"]].flat();
  if (type === "string") return texts;
  if (type === "integer" || type === "number") return numbers;
  if (type === "array") return texts.map((text) => [text]);
  return type === "object" ? texts.map((text) => ({ [text]: text, background: text })) : [];
};

const secret = /[\w-]{43}/g;

/** An answer without what differs though nothing is known by it: what was asked for, moments, and new tokens. */
const plainly = (answer: unknown, value: unknown, id: string): string => {
  let text = comparable(JSON.stringify(answer), id);
  for (const name of [value].flat())
    text = text.replaceAll(
      typeof name === "number" ? new RegExp(`\\b${name}\\b`, "g") : String(name),
      "NAME",
    );
  return text.replaceAll(secret, "SECRET");
};

/** What a home answers to its administrator who puts each of the names into each field of each command and route. */
const answersTo = async (home: TestHome, port: number, names: Names) => {
  const answers: (readonly [asked: string, answer: string])[] = [];
  const desk = await home.login(home.admin);
  await desk.save({ rooms: [] });
  const given = { text: "a: 1", data: [1], address: "192.0.2.1" };
  const commands = await documentedCommands(home, "x", given);
  // What gives a name to something of one's own comes after what looks for the name.
  const isNaming = ({ type }: { readonly type: string }): number =>
    Number(/\/(?:create|link)$/.test(type));
  const inOrder = commands.toSorted((one, other) => isNaming(one) - isNaming(other));
  for (const { type, fields, sample } of inOrder)
    for (const [field, schema] of Object.entries(fields))
      for (const [at, value] of valuesFor(schema, names).entries()) {
        const { id: _, ...reply } = await desk.command(type, { ...sample, [field]: value });
        const flat = anyObject.is(value) ? Object.values(value) : value;
        answers.push([`${type} with ${field} ${at}`, plainly(reply, flat, home.id)]);
      }
  const headers = { Authorization: `Bearer ${home.admin}` };
  for (const [at, text] of names.texts.entries()) {
    const level = `/api/floorplan/background?level=${encodeURIComponent(text)}`;
    const asked = [
      [text.startsWith("/") ? text : `/local/floorplan/bg_${text}.png`, { headers }],
      [level, { method: "DELETE", headers }],
      ["/auth/link", { method: "POST", headers, body: JSON.stringify({ code: text }) }],
      [
        "/auth/link",
        { method: "POST", body: JSON.stringify({ code: text, nonce: "n".repeat(22) }) },
      ],
    ] as const;
    for (const [target, how] of asked) {
      const { status, body } = await ask(port, `/h/${home.id}${target}`, how);
      const plain = plainly({ status, body }, [text, encodeURIComponent(text)], home.id);
      answers.push([`${target.slice(0, 12)} with ${at}`, plain]);
    }
  }
  return answers;
};

/** Resolves when a home sleeps, and everything that it writes as it falls asleep is written. */
const sleeping = ({ service, port }: TestHomes, { id }: TestHome): Promise<unknown> =>
  eventually(async () => {
    const headers = { Authorization: `Bearer ${service.first.firstToken}` };
    const { body } = await ask(port, `/provider/homes/${id}`, { headers });
    const { state } = JSON.parse(body);
    return state === "asleep" ? { seen: state } : { not: body };
  }, ofMany.timeout);

/** A digest of every file of a home by its path, once it sleeps. */
const filesOf = async (homes: TestHomes, home: TestHome): Promise<ReadonlyMap<string, string>> => {
  await sleeping(homes, home);
  const entries = await readdir(home.data, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path, digest(await readFile(path))] as const;
  });
  return new Map(await Promise.all(read));
};

test(
  "HOMES-132: in a home, the names of what another has are those of nothing, in each field of each command and route",
  ofMany,
  async (t) => {
    const homes = await startTestHomes(t, { ids: ["one", "two", "alt"], config });
    const { port, home } = homes;
    const two = home("two");
    const names = await furnish(two, "two");
    const before = await filesOf(homes, two);
    // Of two homes alike, one is asked for what the other home has, and one for what nobody has.
    const asked = await answersTo(home("one"), port, names);
    const expected = await answersTo(home("alt"), port, inventedFor(names));
    for (const [at, [what, answer]] of asked.entries())
      assert.equal(answer, expected[at]?.[1], what);
    assert.equal(asked.length, expected.length);
    assert.deepEqual(await filesOf(homes, two), before);
    assert(asked.length > 200, `${asked.length} were tried`);
  },
);
