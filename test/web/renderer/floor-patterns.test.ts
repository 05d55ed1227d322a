import assert from "node:assert/strict";
import { test } from "node:test";
import { svg } from "lit";
import type { FloorMaterial } from "../../../src/model/kinds/floor-materials.ts";
import { definePattern } from "../../../src/web/renderer/materials/floor-patterns.ts";
import { renderTemplate, writeXml } from "../../../src/web/renderer/export/svg-template.ts";

interface Parts {
  readonly size: readonly [width: number, height: number];
  /** The paths of a class, each as its numbers. */
  readonly of: (className: string) => readonly (readonly number[])[];
}

const partsOf = (material: Exclude<FloorMaterial, "plain">): Parts => {
  const text = writeXml(renderTemplate(definePattern(svg, { material, degrees: 0 })));
  const [width = 0, height = 0] = [/ width="(\d+)"/, / height="(\d+)"/].map((each) =>
    Number(each.exec(text)?.[1]),
  );
  const of: Parts["of"] = (className) =>
    (new RegExp(`class="${className}"[^>]* d="([^"]*)"`).exec(text)?.[1] ?? "")
      .split(/(?=M)/)
      .map((path) => (path.match(/[\d.]+/g) ?? []).map(Number));
  return { size: [width, height], of };
};

for (const material of ["boards", "decking"] as const)
  test(`LOOK-2: each board of ${material} has one tone from joint to joint, also where the pattern repeats`, () => {
    const { size, of } = partsOf(material);
    const [length, height] = size;
    const joints = of("joints").filter(([from, , to]) => from === to);
    const boxes = ["dim", "dark"].flatMap((tone) =>
      of(tone).map(([left = 0, top = 0, right = 0, bottom = 0]) => ({
        tone,
        left,
        top,
        right,
        bottom,
      })),
    );
    const toneAt = (x: number, z: number): string =>
      boxes.find(({ left, top, right, bottom }) => x > left && x < right && z > top && z < bottom)
        ?.tone ?? "usual";
    const widths = [...new Set(joints.map(([, top = 0, , bottom = 0]) => bottom - top))];
    assert.equal(widths.length, 1);
    const [width = 1] = widths;
    const found = new Set<string>();
    for (let row = 0; row < height / width; row += 1) {
      const z = (row + 0.5) * width;
      const starts = joints.filter(([, top]) => top === row * width).map(([from]) => from);
      assert(starts.length > 0, `row ${row}`);
      for (let x = 0; x < length; x += 1) {
        const [before, here] = [toneAt((x - 0.5 + length) % length, z), toneAt(x + 0.5, z)];
        found.add(here);
        if (!starts.includes(x)) assert.equal(here, before, `${material}, row ${row}, at ${x}`);
      }
    }
    assert(found.size > 1, "boards differ");
  });
