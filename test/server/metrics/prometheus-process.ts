import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { eventually } from "../../support/polling.ts";
import { freePorts } from "../../support/free-ports.ts";
import { type TestScope, temporaryFolder } from "../../support/service.ts";

/** A real Prometheus that scrapes one service, by its HTTP API. */
export interface Prometheus {
  /** The value of each series that an expression gives; fails where Prometheus does not take it. */
  readonly query: (expression: string) => Promise<readonly string[]>;
  /** Every name of a metric that it has. */
  readonly names: () => Promise<readonly string[]>;
  /** How many alerting rules it has loaded. */
  readonly rules: () => Promise<number>;
  /** How its scrapes are going, as it tells it. */
  readonly targets: () => Promise<string>;
}

/** What it scrapes and evaluates. */
export interface PrometheusSetup {
  readonly port: number;
  readonly token: string;
  /** A file of alerting rules. */
  readonly rules: string;
}

const vectorCodec = t.type({ result: t.array(t.type({ value: t.tuple([t.number, t.string]) })) });
const groupsCodec = t.type({ groups: t.array(t.type({ rules: t.array(t.unknown) })) });

const configuration = (target: number, tokenFile: string, rules: string): string =>
  JSON.stringify({
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    rule_files: [rules],
    scrape_configs: [
      {
        job_name: "floorplan",
        authorization: { credentials_file: tokenFile },
        static_configs: [{ targets: [`127.0.0.1:${target}`] }],
      },
    ],
  });

/** Starts it on a free port of 127.0.0.1 and a folder of its own; it ends with the test. */
export const startPrometheus = async (
  ending: TestScope,
  { port: target, token, rules }: PrometheusSetup,
): Promise<Prometheus> => {
  const folder = await temporaryFolder(ending);
  const [port = 0] = await freePorts(1);
  const [config, tokenFile] = [join(folder, "prometheus.yml"), join(folder, "token")];
  await writeFile(tokenFile, token);
  // JSON is YAML as well.
  await writeFile(config, configuration(target, tokenFile, rules));
  const child = spawn(
    "prometheus",
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const ended = once(child, "exit");
  ending.after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    assert.equal(child.exitCode, null, said);
    const isReady = await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    return isReady ? { seen: true } : { not: said };
  }, 60_000);
  const ask = async <A>(path: string, codec: t.Type<A, unknown>): Promise<A> => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const text = await response.text();
    assert(response.ok, `${path}: ${text}`);
    const found = t.type({ status: t.literal("success"), data: codec }).decode(JSON.parse(text));
    assert(!isLeft(found), `${path}: ${text}`);
    return found.right.data;
  };
  return {
    query: async (expression) => {
      const path = `query?query=${encodeURIComponent(expression)}`;
      return (await ask(path, vectorCodec)).result.map(({ value: [, value] }) => value);
    },
    names: () => ask("label/__name__/values", t.array(t.string)),
    rules: async () =>
      (await ask("rules", groupsCodec)).groups.flatMap((each) => each.rules).length,
    targets: async () => JSON.stringify(await ask("targets", t.unknown)),
  };
};
