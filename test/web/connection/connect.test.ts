import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import type { connectStandalone } from "../../../src/web/connection/connect.ts";
import type { PlanClient } from "../../../src/web/connection/plan-client.ts";
import { root } from "../../support/source-files.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { useBrowser } from "../browser.ts";

// What the evaluated pieces find in the page.
declare const floorplanClient: { readonly connectStandalone: typeof connectStandalone };
declare const usedClient: PlanClient;
declare const allHeard: readonly (readonly string[])[];

const open = useBrowser();

const bundled = build({
  entryPoints: [join(root, "src/web/connection/connect.ts")],
  bundle: true,
  format: "iife",
  globalName: "made",
  footer: { js: "globalThis.floorplanClient = made;" },
  alias: { "fp-ts/lib": "fp-ts/es6" },
  write: false,
});

/** A page of the service's origin that has the client, and nothing of the card or the editor. */
const pageWithClient = async (t: TestContext, service: TestService): Promise<Page | undefined> => {
  const page = await open(t, service, {
    path: "/healthz",
    expects: /WebSocket|Failed to load resource/,
  });
  await page?.evaluate((await bundled).outputFiles[0]?.text ?? "");
  return page;
};

test(
  "PAGE-15: the client does every command, and gives what is refused as a code and a message",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const page = await pageWithClient(t, service);
    if (page === undefined) return;
    const answers = await page.evaluate(
      async ([token]) => {
        const client = floorplanClient.connectStandalone(`${location.origin}/`, token ?? "");
        return [
          await client.user(),
          await client.save({ rooms: [{ id: "hall" }] }, 0),
          await client.save({ rooms: [] }, 0),
          await client.save({ rooms: [{ id: "hall" }, { id: "attic" }] }),
          JSON.stringify(await client.history()).replace(
            /^.*"right":\[\{"rev":1,"savedAt":"[^"]+","rooms":1,"items":0\}\]\}$/,
            "1 entry",
          ),
          await client.revision(1),
          await client.revision(7),
          await client.parseYaml("- on\n- 012"),
          await client.parseYaml("- [1"),
          await client.dumpYaml({ a: [1] }),
          client.imageUrl("/local/floorplan/bg_0.png?v=1"),
          client.imageUrl("https://elsewhere.example/bg_0.png"),
        ];
      },
      [service.admin],
    );
    const right = (value: unknown): unknown => ({ _tag: "Right", right: value });
    const codes = answers.map((each) =>
      typeof each === "object" && "left" in each ? each.left.code : each,
    );
    const [, id = ""] = /"id":"([^"]+)"/.exec(JSON.stringify(codes[0])) ?? [];
    assert.notEqual(id, "");
    assert.deepEqual(codes, [
      right({ id, name: "admin", isAdmin: true, level: undefined }),
      right(1),
      "conflict",
      right(2),
      "1 entry",
      right({ rev: 1, rooms: [{ id: "hall" }] }),
      "not_found",
      right([true, 10]),
      "invalid_yaml",
      right("a:\n- 1\n"),
      `${service.url}/local/floorplan/bg_0.png?v=1`,
      "",
    ]);
  },
);

test(
  "PAGE-16: an upload tells how far it is, can be ended, and is refused with the status as its code",
  inBrowser,
  async (t) => {
    const service = await startTestService(t, { config: { imageBytes: 3_000_000 } });
    const page = await pageWithClient(t, service);
    if (page === undefined) return;
    const said = await page.evaluate(
      async ([admin, viewer]) => {
        const client = floorplanClient.connectStandalone(location.origin, admin ?? "");
        const parts: number[] = [];
        const file = (bytes: number): File => {
          const svg = `<svg xmlns="http://www.w3.org/2000/svg"><!--${" ".repeat(bytes)}--></svg>`;
          return new File([svg], "floor.svg");
        };
        const quiet = (): void => undefined;
        const ending = new AbortController();
        const ended = client.upload("0", file(2_000_000), () => ending.abort(), ending.signal);
        const viewerClient = floorplanClient.connectStandalone(location.origin, viewer ?? "");
        return {
          ended: await ended,
          sent: await client.upload("0", file(2_000_000), (part) => parts.push(part)),
          parts,
          large: await client.upload("0", file(3_000_000), quiet),
          foreign: await viewerClient.upload("0", file(9), quiet),
          control: await client.upload("a\tb", file(9), quiet),
        };
      },
      [service.admin, service.viewer],
    );
    const codeOf = (answer: object): unknown =>
      "left" in answer && typeof answer.left === "object" && answer.left !== null
        ? Reflect.get(answer.left, "code")
        : undefined;
    assert.match(JSON.stringify(said.sent), /"right":"\/local\/floorplan\/bg_0\.svg\?v=\d+"/);
    assert.deepEqual(
      said.parts,
      said.parts.toSorted((one, other) => one - other),
    );
    assert.equal(said.parts.at(-1), 1, said.parts.join());
    const { ended, large, foreign, control } = said;
    const refused = ["aborted", "http_413", "http_403", "http_400"];
    assert.deepEqual([ended, large, foreign, control].map(codeOf), refused);
  },
);

test(
  "PAGE-17: listeners share one subscription, which follows the plan across a lost connection",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const page = await pageWithClient(t, service);
    if (page === undefined) return;
    const listenerHeard = (index: number, what: string): Promise<unknown> =>
      page.waitForFunction(([at, text]) => allHeard[at]?.at(-1) === text, [index, what] as const);
    await page.evaluate(
      ([token]) => {
        const client = floorplanClient.connectStandalone(location.origin, token ?? "");
        const heard: string[][] = [[], []];
        Object.assign(window, { allHeard: heard, usedClient: client });
        for (const list of heard)
          client.subscribe(
            (plan) => list.push(`rev ${JSON.stringify(plan["rev"] ?? 0)}`),
            (state) => list.push(typeof state === "string" ? state : state.refused.code),
          );
      },
      [service.admin],
    );
    await listenerHeard(1, "live");
    assert.equal(service.log.filter(({ msg }) => msg === "a user connected").length, 1);
    const editor = await Peer.login(t, service.port, service.admin);
    await editor.save({ rooms: [{ id: "hall" }] });
    await listenerHeard(0, "rev 1");
    await listenerHeard(1, "rev 1");
    await page.context().setOffline(true);
    await listenerHeard(0, "away");
    const saved = await page.evaluate(() => usedClient.save({}));
    assert.match(JSON.stringify(saved), /"code":"offline"/);
    await editor.save({ rooms: [{ id: "attic" }] });
    await page.context().setOffline(false);
    await listenerHeard(0, "live");
    const all = await page.evaluate(() => JSON.stringify(allHeard[1]));
    assert.match(all, /^\["rev 0","live","rev 1","away","rev 2","live"\]$/);
  },
);
