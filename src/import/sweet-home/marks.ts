import { minus, plus, type Point, tidy, tidyPoint, times } from "../../model/geometry/vector.ts";
import { lengthOf } from "../../geometry/wall.ts";
import type { JsonObject } from "../../model/json.ts";
import { refuse } from "../../model/import/refusal.ts";
import { hasControls } from "../shown.ts";
import type { HomeElement } from "../../model/import/sweet-home/home-element.ts";
import type { Floors } from "../../model/import/sweet-home/levels.ts";

/** The dimension lines of a home, each where it is drawn: beside what it measures. */
export const dimensionsOf = (home: HomeElement, floors: Floors): readonly JsonObject[] =>
  home.children("dimensionLine").flatMap((line): readonly JsonObject[] => {
    const [from, to] = [line.point("xStart", "yStart"), line.point("xEnd", "yEnd")];
    const length = lengthOf({ from, to });
    if (length === 0) return [];
    const [x, z] = times(minus(to, from), line.metres("offset", 0) / length);
    const aside: Point = [-z, x];
    return [
      {
        level: floors.of(line),
        from: tidyPoint(plus(from, aside)),
        to: tidyPoint(plus(to, aside)),
      },
    ];
  });

/** The labels of a home, as texts. */
export const labelsOf = (home: HomeElement, floors: Floors): readonly JsonObject[] =>
  home.children("label").flatMap((label): readonly JsonObject[] => {
    const text = label.children("text")[0]?.xml.text ?? "";
    if (text.trim() === "") return [];
    if (hasControls(text)) refuse("badText", home.file, { place: label.placeOf("text") });
    const [x, z] = label.point("x", "y");
    const colour = label.colour("color");
    return [
      {
        level: floors.of(label),
        text,
        x: tidy(x),
        z: tidy(z),
        ...(colour === undefined ? {} : { color: colour }),
      },
    ];
  });
