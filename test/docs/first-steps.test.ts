import assert from "node:assert/strict";
import { test } from "node:test";
import { sectionOf, toldWays } from "./ways.ts";

/** The lines that a section tells people to type, in its first blocks of commands. */
const linesIn = (file: string, heading: string, blocks = 1): readonly string[] =>
  [...sectionOf(file, heading).matchAll(/^ *```sh\n([^`]+)```/gm)]
    .slice(0, blocks)
    .flatMap(([, commands = ""]) => commands.trim().split("\n"));

test("HOUSE-12: docs/getting-started.md counts the lines to type on each way from nothing to live lamps", () => {
  const [clone = "", pack = ""] = linesIn("docs/install.md", "From a clone");
  const [install = "", serve = ""] = linesIn("docs/install.md", "npm");
  assert.match(clone, /^git clone .* && cd/);
  assert.match(pack, /^npm ci && npm run pack\b/);
  assert.match(install, /^sudo npm install --global /);
  assert.match(serve, /^floorplan serve$/);
  const integration = linesIn("docs/integration.md", "Install");
  const app = linesIn("packaging/home-assistant/DOCS.md", "Installing");
  const docker = linesIn("docs/install.md", "Docker");
  // The package is made once on each way.
  for (const [first = ""] of [app, docker]) assert.match(first, /^npm ci && npm run pack\b/);
  const ways: Readonly<Record<string, readonly string[]>> = {
    "the app": [clone, ...app],
    npm: [clone, pack, install, ...linesIn("docs/home-assistant.md", "Connect", 2)],
    "npm and the integration": [clone, pack, install, serve, ...integration],
    "systemd and the integration": [
      clone,
      pack,
      install,
      ...linesIn("docs/install.md", "systemd"),
      ...integration,
    ],
    "Docker and the integration": [clone, ...docker, ...integration],
  };
  assert.deepEqual(
    [...toldWays()].map(([name, { lines }]) => [name, lines]),
    Object.entries(ways).map(([name, lines]) => [name, lines.length]),
  );
});

test("HOUSE-12: Home Assistant is restarted as often as the pages of a way say", () => {
  const restartsIn = (file: string, heading: string): number =>
    [...sectionOf(file, heading).matchAll(/\brestart\s+Home\s+Assistant\b/gi)].length;
  const integration = restartsIn("docs/integration.md", "Install");
  const others: Readonly<Record<string, number>> = {
    "the app": restartsIn("packaging/home-assistant/DOCS.md", "Installing"),
    npm: restartsIn("docs/home-assistant.md", "Connect"),
  };
  for (const [name, { restarts }] of toldWays())
    assert.equal(restarts, others[name] ?? integration, name);
});
