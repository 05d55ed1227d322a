import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { startCommand } from "../../../support/program.ts";
import { homeAssistantFolder, mayUse } from "../../../support/programs.ts";
import { temporaryFolder } from "../../../support/service.ts";
import { components } from "../installed.ts";

test(
  "INTEG-18: mypy finds no error in the integration, strictly, with the types that Home Assistant has",
  { timeout: 240_000 },
  async (t) => {
    if (!mayUse(t, "mypy")) return;
    const mypy = join(homeAssistantFolder(), "venv/bin/mypy");
    const cache = await temporaryFolder(t);
    const checking = startCommand(t, [mypy, "--strict", "--cache-dir", cache, "floorplan"], {
      env: process.env,
      cwd: components,
    });
    const { code } = await checking.ended;
    assert.equal(code, 0, checking.out() + checking.err());
  },
);
