import { css } from "lit";
import { buildingStyle } from "../drawing/style-building.ts";
import { colorStyle } from "./style-colors.ts";
import { markStyle } from "../drawing/style-marks.ts";
import { thingStyle } from "./style-things.ts";

/**
 * The look of drawings, for the shadow root that holds them. `.plan` is the `<svg>` or what is
 * around it; it follows the system's day or night unless its `data-look`, or that of the host, says `day` or `night`.
 */
export const drawingStyle = css`
  ${colorStyle} ${buildingStyle} ${thingStyle} ${markStyle}
`;
