import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { signedArea } from "../../../../src/model/geometry/polygon.ts";
import type { Point } from "../../../../src/model/geometry/vector.ts";
import { isList, type JsonObject, numberIn, objectsIn } from "../../../../src/model/json.ts";
import { ifcOpenShellFolder, mayUse } from "../../../support/programs.ts";
import { temporaryFolder } from "../../../support/service.ts";
import { importedFrom } from "../reading.ts";

/** What IfcOpenShell says of a building that it wrote; `pieces` are the middles of furniture and its lower edge, in metres. */
const written = t.type({
  schema: t.string,
  degrees: t.number,
  pieces: t.array(t.tuple([t.number, t.number, t.number])),
});

const script = fileURLToPath(new URL("./write_ifc.py", import.meta.url));

const areaOf = (room: JsonObject): number => {
  const corners = (isList(room["points"]) ? room["points"] : []).map((point): Point => {
    const [x, z] = isList(point) ? point : [];
    return [numberIn(x, 0), numberIn(z, 0)];
  });
  return Math.round(Math.abs(signedArea(corners)) * 50) / 100;
};

test("IFC-1, IFC-2, IFC-3, IFC-5, IFC-7: buildings that IfcOpenShell writes come over as it sees them", async (context) => {
  if (!mayUse(context, "IfcOpenShell")) return;
  const folder = await temporaryFolder(context);
  const { stderr, stdout } = spawnSync(join(ifcOpenShellFolder(), "bin/python"), [script, folder], {
    encoding: "utf8",
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  assert.equal(lines.length, 3, stderr);
  for (const [at, line] of lines.entries()) {
    const found = written.decode(JSON.parse(line));
    assert(isRight(found), line);
    const { degrees, pieces, schema } = found.right;
    const bytes = new Uint8Array(await readFile(join(folder, `${at}.ifc`)));
    const { losses, plan } = await importedFrom([{ name: `${schema}.ifc`, bytes }]);
    assert.deepEqual(losses, [], schema);
    assert.deepEqual(
      objectsIn(plan["levels"]).map(({ elevation, height, name }) => [name, elevation, height]),
      [
        ["Erdgeschoß", 0, 2.5],
        ["Étage", 2.8, 2.5],
      ],
    );
    const rooms = objectsIn(plan["rooms"]);
    assert.deepEqual(
      rooms.map((room) => [room["name"], areaOf(room)]),
      [
        ["Küche", 12.71],
        ["2", 9.61],
        ["Küche", 12.71],
        ["2", 9.61],
      ],
    );
    assert.deepEqual(
      [plan["walls"], plan["wall_thickness"], plan["outer_wall_thickness"]],
      [[], 0.1, 0.2],
    );
    const isTold = schema !== "IFC2X3";
    const [window, door] = objectsIn(plan["openings"]);
    assert.deepEqual(
      [
        window?.["type"],
        window?.["offset"],
        window?.["width"],
        window?.["sill"],
        window?.["lintel"],
      ],
      ["window", 2.45, 1.2, 0.9, 2.1],
    );
    assert.deepEqual(
      [door?.["type"], door?.["offset"], door?.["width"], door?.["hinge"], door?.["swing"]],
      ["door", 2, 0.9, isTold ? "right" : "left", "in"],
    );
    const placed = objectsIn(plan["furniture"]);
    assert.equal(placed.length, pieces.length);
    for (const [x, y, bottom] of pieces) {
      const level = bottom > 1 ? "level-2" : "level-1";
      const there = placed.filter(
        (piece) =>
          piece["level"] === level &&
          Math.hypot(numberIn(piece["x"], 0) - x, numberIn(piece["z"], 0) + y) < 0.001,
      );
      assert.equal(there.length, 1, `${schema}: ${x}, ${y}`);
      const turned = ((numberIn(there[0]?.["rotation"], 0) + degrees) % 90) + 90;
      assert(Math.abs(turned % 90) < 0.01, `${turned}`);
    }
  }
});
