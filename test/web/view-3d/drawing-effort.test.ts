import assert from "node:assert/strict";
import { test } from "node:test";
import { Mesh, PerspectiveCamera, Raycaster, Vector2, Vector3 } from "three";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { House } from "../../../src/web/view-3d/house.ts";
import { Orbit } from "../../../src/web/view-3d/orbit.ts";
import { mostSmoothed, sharpRatio } from "../../../src/web/view-3d/picture.ts";
import { pixelOf } from "../../../src/web/view-3d/pixel-of.ts";
import { seededRandom } from "../../support/random.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useCards } from "../card-page.ts";
import { openHouse, settled, showIn3d } from "./house-view.ts";

const cards = useCards();

/** Side of a hall in metres, and sofas along each side of it. */
const [side, along] = [60, 20];
const sofas = along * along;

/** The triangles of a box. */
const ofBox = 12;

const plan = {
  rooms: [
    {
      id: "hall",
      points: [
        [0, 0],
        [side, 0],
        [side, side],
        [0, side],
      ],
    },
  ],
  openings: [{ id: "door", room_id: "hall", edge: 2, offset: 30, width: 1, type: "door" }],
  furniture: Array.from({ length: sofas }, (_, at) => ({
    id: `sofa_${at}`,
    type: "sofa",
    x: ((at % along) + 0.5) * (side / along),
    z: (Math.floor(at / along) + 0.5) * (side / along),
    w: 1.6,
    d: 0.9,
    rotation: at * 10,
  })),
  devices: [{ id: "button", kind: "switch", x: 30, z: 30 }],
};

/** A view of the hall: around it, from the whole of it towards its middle by a factor. */
const looking = (
  turn: number,
  nearer = 1,
  shown: PlanData = plan,
): { readonly house: House; readonly look: (isCoarse: boolean) => PerspectiveCamera } => {
  const house = new House();
  house.show({
    plan: shown,
    level: undefined,
    arrangement: "alone",
    lowersWalls: true,
    hasCeilings: false,
    states: undefined,
    look: () => ({ color: [1, 1, 1], shine: 0 }),
  });
  const camera = new PerspectiveCamera(38, 1.6);
  const orbit = new Orbit();
  orbit.fit({ least: house.extent.min, most: house.extent.max }, camera);
  orbit.turn(turn, 0);
  orbit.zoom(nearer);
  orbit.put(camera);
  const look = (isCoarse: boolean): PerspectiveCamera => {
    house.lookFrom(orbit.towardsEye, camera, { height: 800, isCoarse });
    house.scene.updateMatrixWorld();
    return camera;
  };
  return { house, look };
};

const shownMeshes = (house: House): readonly Mesh[] => {
  const meshes: Mesh[] = [];
  house.scene.traverseVisible((each) => {
    if (each instanceof Mesh) meshes.push(each);
  });
  return meshes;
};

/** How many triangles are drawn, with those that are drawn twice. */
const trianglesOf = (house: House): number =>
  shownMeshes(house).reduce((sum, { geometry }) => {
    const all = geometry.getIndex()?.count ?? 0;
    const ranges = geometry.groups.length > 0 ? geometry.groups : [geometry.drawRange];
    return (
      sum +
      ranges.reduce((own, { start, count }) => own + (Math.min(all, start + count) - start) / 3, 0)
    );
  }, 0);

test("VIEW3D-3: of a large floor, furniture far away is drawn as boxes, and in full where the eye is near", () => {
  const far = looking(0);
  far.look(false);
  const boxes = trianglesOf(far.house);
  // Walls, the floor and the button take some hundred.
  assert(boxes >= sofas * ofBox && boxes < sofas * ofBox + 500, String(boxes));
  const near = looking(0, 4);
  near.look(false);
  const both = trianglesOf(near.house);
  assert(both > boxes + 20 * 200, `the nearest sofas have all of their triangles: ${both}`);
  assert(both < sofas * 200, `the others have not: ${both}`);
});

test("VIEW3D-3: what moves coarsely is drawn without what the eye does not see, and looks the same", (t) => {
  const random = seededRandom(t);
  for (const nearer of [1, 5]) {
    const { house, look } = looking(random.below(800), nearer, { ...plan, devices: [] });
    const camera = look(false);
    const all = trianglesOf(house);
    const places = Array.from(
      { length: 150 },
      () => new Vector2(random.below(2000) / 1000 - 1, random.below(2000) / 1000 - 1),
    );
    const seen = (): readonly string[] =>
      places.map((place) => {
        const ray = new Raycaster();
        ray.layers.enableAll();
        ray.setFromCamera(place, camera);
        const [hit] = ray.intersectObjects([...shownMeshes(house)], false);
        return hit === undefined ? "nothing" : hit.distance.toFixed(6);
      });
    const whole = seen();
    assert(whole.some((each) => each !== "nothing"));
    look(true);
    assert.deepEqual(seen(), whole);
    const least = trianglesOf(house);
    assert(least < all * 0.65, `${least} of ${all}`);
    look(false);
    assert.equal(trianglesOf(house), all);
    assert.deepEqual(seen(), whole);
  }
});

test("VIEW3D-3: a thing that is smaller than some pixels is left out while the picture is coarse, and can be touched still", () => {
  const { house, look } = looking(0);
  const camera = look(true);
  const button = house.middleOf("devices/button");
  assert(button !== undefined);
  const { x, y } = button.project(camera);
  const isDrawn = (): boolean => {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), camera);
    const away = camera.position.distanceTo(house.middleOf("devices/button") ?? new Vector3());
    const hits = ray.intersectObjects([...shownMeshes(house)], false);
    return hits.some(({ distance }) => Math.abs(distance - away) < 0.1);
  };
  assert.equal(isDrawn(), false);
  assert.equal(house.solidsAt(new Vector2(x, y), camera)[0]?.ref, "devices/button");
  look(false);
  assert.equal(isDrawn(), true);
});

test("VIEW3D-3: a floor that is lifted stands elsewhere, even if nothing on it changes", () => {
  const house = new House();
  const stove = { id: "stove", type: "stove", level: "ground", x: 1, z: 1 };
  const furniture = [stove];
  const isNewAt = (elevation: number): boolean =>
    house.show({
      plan: { levels: [{ id: "ground", elevation }], furniture },
      level: undefined,
      arrangement: "alone",
      lowersWalls: true,
      hasCeilings: false,
      states: undefined,
      look: () => ({ color: [1, 1, 1], shine: 0 }),
    });
  isNewAt(0);
  assert.equal(isNewAt(0), false);
  assert.equal(isNewAt(1), true);
});

test("VIEW3D-3: a sharp picture has twice the page's pixels along each side, within a budget and what the graphics draw", () => {
  assert.equal(sharpRatio([1280, 800], 16_384), 2);
  assert.equal(sharpRatio([1280, 800], 1600), 1.25);
  const [width, height] = [3840, 2160];
  const ratio = sharpRatio([width, height], 16_384);
  assert(ratio > 1.4 && width * ratio * height * ratio <= mostSmoothed + 1, String(ratio));
  assert.equal(sharpRatio([7680, 4320], 16_384), 1);
});

test("VIEW3D-7: what is behind the eye has no place in the picture", () => {
  const camera = new PerspectiveCamera(38, 2);
  camera.updateMatrixWorld();
  assert.deepEqual(pixelOf([0, 0, -5], camera, [800, 400]), [400, 200]);
  assert.equal(pixelOf([0, 0, 5], camera, [800, 400]), undefined);
  assert.equal(pixelOf([Number.NaN, 0, 0], camera, [800, 400]), undefined);
});

test(
  "VIEW3D-3: where frames take long, what moves is drawn with fewer pixels and triangles, and all of it once it rests",
  inBrowser,
  async (t) => {
    const page = await openHouse(t, cards, plan);
    if (page === undefined) return;
    await page.evaluate(`{
      window.drawn = [];
      const { drawElements } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.drawElements = function (mode, count, ...rest) {
        const frame = Number(this.canvas.dataset.frames ?? 0);
        drawn[frame] ??= { triangles: 0, finer: this.canvas.width / this.canvas.clientWidth };
        drawn[frame].triangles += count / 3;
        return drawElements.call(this, mode, count, ...rest);
      };
    }`);
    await showIn3d(page);
    await page.evaluate("drawn.length = 0");
    // A turn by keys, with frames that take long.
    const coarse: unknown = await page.evaluate(`(async () => {
      const { requestAnimationFrame } = window;
      window.requestAnimationFrame = (next) => setTimeout(() => requestAnimationFrame(next), 60);
      const scene = card.shadowRoot.querySelector("floorplan-view-3d").shadowRoot.querySelector(".scene");
      for (;;) {
        scene.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, composed: true }));
        await new Promise((resolve) => window.requestAnimationFrame(resolve));
        const found = drawn.filter(Boolean).find(({ finer }) => finer < 1);
        if (found !== undefined) break;
      }
      window.requestAnimationFrame = requestAnimationFrame;
      return drawn.filter(Boolean).find(({ finer }) => finer < 1).triangles;
    })()`);
    await settled(page);
    assert.equal(await page.evaluate("drawn.at(-1).finer"), 2);
    const [least, all] = [Number(coarse), Number(await page.evaluate("drawn.at(-1).triangles"))];
    assert(all > sofas * ofBox * 0.7, String(all));
    assert(least < all * 0.65, `${least} of ${all}`);
  },
);
