import type { PerspectiveCamera } from "three";
import type { Solid } from "../../model/solids/solid.ts";
import { FocusMark } from "./focus-mark.ts";
import { Framing } from "./framing.ts";
import type { PicturePlace } from "./gestures.ts";
import { HeatCover } from "./heat-cover.ts";
import { House } from "./house.ts";
import { HouseLight } from "./house-light.ts";
import { Labels } from "./labels.ts";
import { Navigation } from "./navigation.ts";
import { graphicsOn, Picture } from "./picture.ts";
import { SeenHouse } from "./seen-house.ts";
import type { ShownView3d } from "./shown-view-3d.ts";
import { glassLayer, trackedLayer } from "./solids-mesh.ts";
import { touchedElement } from "./touched-element.ts";
import { TrackedTargets } from "./tracked-targets.ts";

/** What the view consists of, once it stands in a page. */
export interface Pieces {
  readonly scene: HTMLElement;
  readonly house: House;
  readonly light: HouseLight;
  readonly heat: HeatCover;
  readonly tracked: TrackedTargets;
  readonly picture: Picture;
  readonly navigation: Navigation;
  readonly framing: Framing;
  readonly labels: Labels;
  readonly mark: FocusMark;
  readonly sizes: ResizeObserver;
}

/** The view that consists of them. */
export interface PiecesHost {
  readonly view: HTMLElement;
  readonly root: ParentNode;
  readonly camera: PerspectiveCamera;
  readonly shown: () => ShownView3d | undefined;
  readonly isWalking: () => boolean;
  readonly endWalk: () => void;
}

/** Makes what a rendered view consists of, and joins it; undefined where the browser gives it no graphics. */
export const makePieces = (host: PiecesHost): Pieces | undefined => {
  const { view, root, camera, shown, isWalking } = host;
  const scene = root.querySelector<HTMLElement>(".scene");
  const canvas = root.querySelector("canvas");
  const over = root.querySelector<HTMLElement>(".labels");
  const dots = root.querySelector<SVGSVGElement>(".tracked");
  const ring = root.querySelector<HTMLElement>(".ring");
  if (scene === null || canvas === null || over === null || dots === null || ring === null)
    return undefined;
  const graphics = graphicsOn(canvas);
  if (graphics === undefined) return undefined;
  const house = new House();
  const seen = new SeenHouse(house, camera, view);
  const mark = new FocusMark(ring, seen);
  const solidAt = (place: PicturePlace): Solid | undefined => seen.solidAt(place);
  const labels = new Labels(over);
  const navigation = new Navigation({ picture: scene, keys: view }, camera, {
    moved: () => picture.request(),
    fit: () => framing.fit(),
    left: () => {
      const { editing } = shown() ?? {};
      if (isWalking()) host.endWalk();
      else if (editing === undefined) shown()?.close(false);
      else editing.escaped();
    },
    touched: (place, touch, isAdding) => {
      const ref = touchedElement(place, solidAt);
      if (ref === undefined && touch === "double_tap" && !isWalking()) framing.fit();
      else shown()?.touch(ref, touch, isAdding);
    },
    awaitsSecond: (place) => {
      const ref = touchedElement(place, solidAt);
      return ref === undefined || shown()?.awaitsSecond(ref) === true;
    },
  });
  const framing = new Framing(house, navigation, camera);
  const look = (isCoarse: boolean): void =>
    house.lookFrom(navigation.orbit.towardsEye, camera, { height: view.clientHeight, isCoarse });
  const picture = new Picture(graphics, {
    moveOn: (nowMs) => {
      const glides = tracked.move(nowMs);
      return navigation.put(nowMs) || glides;
    },
    prepare: (renderer) => {
      if (!house.daylight.isStale) return false;
      look(false);
      house.daylight.drawShadows(renderer, house.scene);
      return true;
    },
    beforeFrame: look,
    afterFrame: () => {
      labels.place(camera);
      tracked.place(camera, [view.clientWidth, view.clientHeight]);
      mark.place();
      shown()?.editing?.drawn(seen);
    },
    isHeld: () => navigation.isHeld,
    lost: () => shown()?.close(true),
  });
  const light = new HouseLight(house, () => picture.request());
  const heat = new HeatCover();
  const tracked = new TrackedTargets(dots, () => picture.request());
  const sizes = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = view;
    if (width * height === 0) return;
    framing.resize(width, height);
    picture.resize(width, height);
  });
  for (const layer of [glassLayer, trackedLayer]) camera.layers.enable(layer);
  picture.show(house.scene, camera);
  sizes.observe(view);
  return { scene, house, light, heat, tracked, picture, navigation, framing, labels, mark, sizes };
};

/** Ends them, and gives back what they hold of the page and of the graphics. */
export const endPieces = (pieces: Pieces): void => {
  const { navigation, sizes, light, heat, tracked, house, picture } = pieces;
  navigation.end();
  sizes.disconnect();
  light.end();
  heat.end();
  tracked.end();
  house.end();
  picture.end();
};
