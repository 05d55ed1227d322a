import { stateStyle } from "./opening-details.ts";
import { symbolStyle } from "./style-symbols.ts";
import { materialStyle } from "./materials/material-style.ts";

/**
 * The style that drawings load with the catalogue: that of materials, of the states of openings, of errors and of the past;
 * light signs on dark colours, where both contrasts are equal at a background luminance (y) of 0.195; and signs that turn,
 * in a few steps per second only, as a smooth animation redraws the whole plan sixty times.
 */
export const catalogueStyle = `${symbolStyle}${materialStyle}${stateStyle}
@supports (color:color(from red xyz-d65 x y z)){
.plan :is(.device,.lamp).on :is(.glyph,.icon){--plan-badge-ink:color(from var(--plan-behind) xyz-d65 clamp(.007,(.195 - y)*1e6,.95) clamp(.007,(.195 - y)*1e6,1) clamp(.007,(.195 - y)*1e6,1.089))}
}
.plan .past *{transition:none!important}
.plan .faulty :is(.note,.free,.plated){fill:var(--plan-removed)}
@media (prefers-reduced-motion:no-preference){
.plan .drawing:not(.past) .turning .glyph path{animation:plan-turn 4s steps(24) infinite;transform-box:fill-box;transform-origin:center}
}
@keyframes plan-turn{to{transform:rotate(1turn)}}`;
