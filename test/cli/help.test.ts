import assert from "node:assert/strict";
import { test } from "node:test";
import { runProgram } from "../support/program.ts";
import { runInProcess } from "../support/run-command.ts";

/** Everything that the program can do. */
const commands = [
  "serve",
  "status",
  "token create",
  "token list",
  "token renew",
  "token revoke",
  "ban list",
  "ban lift",
  "audit",
  "get",
  "save",
  "change",
  "watch",
  "history",
  "export",
  "background put",
  "background delete",
  "demo",
  "log show",
  "log verify",
  "log repair",
  "backup",
  "backup verify",
  "restore",
  "import",
  "homes list",
  "homes create",
  "homes rename",
  "homes suspend",
  "homes resume",
  "homes quota",
  "homes link",
  "homes export",
  "homes import",
  "homes delete",
  "homes deleted",
  "homes restore",
  "homes usage",
  "homes token",
  "homes tokens",
  "homes revoke",
];

test("CLI-1: --help lists every command with what it does", async (t) => {
  const { code, out, err } = await runProgram(t, ["--help"]);
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /^Usage: floorplan COMMAND/m);
  const [, listed = ""] = /\nCommands:\n((?: {2}.*\n)+)/.exec(out) ?? [];
  const lines = listed.trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => /^ {2}([a-z]+(?: [a-z]+)?)/.exec(line)?.[1]),
    commands,
  );
  for (const line of lines) assert.match(line, /\S {2,}[a-z]\w+ [^ ]/, "each is explained");
});

/** Finds fault with the help of one command. */
const checkHelp = (help: string, command: string): void => {
  assert(help.startsWith(`Usage: floorplan ${command}`), help);
  const usage = help.split("\n")[0] ?? "";
  const options = help.match(/^ {2}--[a-z-]+.* {2,}\S.*$/gm) ?? [];
  assert.equal(usage.includes("[options]"), options.length > 0, help);
  const example = /^Each option .*: --([a-z-]+) is (FLOORPLAN_\w+)\.$/m.exec(help);
  assert.equal(example !== null, options.length > 0, "the variables are explained");
};

test("CLI-1: each command explains its arguments and options, a family all of its commands", async () => {
  const asked = new Set(commands.flatMap((command) => [command.split(" ")[0] ?? "", command]));
  for (const words of asked) {
    const help = await runInProcess([...words.split(" "), "--help"]);
    assert.deepEqual([help.code, help.err], [0, ""], words);
    const parts = help.out.split(/^(?=Usage: )/m);
    const expected = commands.filter(
      (command) => command === words || command.startsWith(`${words} `),
    );
    assert.equal(parts.length, expected.length, words);
    for (const [number, command] of expected.entries()) checkHelp(parts[number] ?? "", command);
  }
});

const misuses: readonly (readonly [args: string, said: RegExp, help: RegExp])[] = [
  ["", /a command is missing/, /Usage: floorplan COMMAND/],
  ["bogus", /there is no command "bogus"/, /floorplan --help/],
  ["token bogus", /there is no command "token bogus"/, /floorplan --help/],
  ["serve --bogus", /'--bogus'/, /floorplan serve --help/],
  ["serve --port", /'--port/, /floorplan serve --help/],
  ["watch --json=yes", /'--json'/, /floorplan watch --help/],
  ["token create", /NAME is missing/, /floorplan token create --help/],
  ["token create one two", /"two" is an unexpected argument/, /floorplan token create --help/],
];

test("CLI-1: what is not understood exits with 2 and says where the help is", async (t) => {
  for (const [args, said, help] of misuses) {
    const words = args.split(" ").filter(Boolean);
    // One of them by the program itself, whose exit code it is.
    const { code, out, err } = await (words[0] === "bogus"
      ? runProgram(t, words)
      : runInProcess(words));
    assert.deepEqual([code, out], [2, ""], args);
    assert.match(err, said);
    assert.match(err, help);
    assert.doesNotMatch(err, /^\s+at /m, "no stack");
  }
});

const oddValues: readonly (readonly [args: readonly string[], said: RegExp])[] = [
  [["get"], /--token or FLOORPLAN_TOKEN is missing/],
  [["get", "--token", "T", "--url", "ftp://x"], /--url: expected http.*"ftp:\/\/x"/],
  [["get", "--token", "T", "--url", "http://a b"], /--url: expected http.*"http:\/\/a b"/],
  [["save", "-", "--token", "T", "--rev", "one"], /--rev: expected an integer, not "one"/],
  [["change", "-", "--token", "T"], /--rev is missing/],
  [["change", "-", "--token", "T", "--rev", "-1"], /--rev/],
  [["change", "-", "--token", "T", "--rev", "1.0"], /--rev: expected an integer, not "1\.0"/],
  [["history", "--token", "T", "first"], /REV: expected an integer, not "first"/],
];

test("CLI-1, CLI-14: an odd value exits with 2 and says what was expected", async () => {
  for (const [args, said] of oddValues) {
    const { code, out, err } = await runInProcess(args);
    assert.match(err, said);
    assert.deepEqual([code, out], [2, ""], args.join(" "));
  }
});
