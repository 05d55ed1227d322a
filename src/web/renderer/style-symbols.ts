/**
 * Styles that drawings load with the symbols of the catalogue: of rays of lamps, of which only the lamp is pressed, of what a
 * camera sees, of colours by states, and of what lies over a heat map: no light that changes its colours, and names that are
 * read on any of them.
 */
export const symbolStyle = `.plan .lamp .soft{fill:none;pointer-events:none}
.plan .lamp.on .soft{stroke-width:.02;stroke-linecap:round}
.plan .lamp.on .fine{stroke:var(--plan-badge-ink)}
.plan .area{fill:var(--plan-accent);fill-opacity:.14;pointer-events:none}
.plan .device[color] .area{fill:currentColor}
.plan .sensor.on .pill{stroke:var(--plan-on);stroke-width:.02}
.plan .sensor[color] .pill{stroke:currentColor}
.plan :is(.device,.lamp).on{--plan-behind:currentColor}
.plan .device.on:not([color]){--plan-behind:var(--plan-on)}
.plan .heat:has(*)~:is(.glows,.sunlight){display:none}
.plan .heat:has(*)~* .room-name{stroke-width:.2em;stroke-opacity:1}
`;
