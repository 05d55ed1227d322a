import { svg, type TemplateResult } from "lit";
import { encode } from "uqr";

/** Modules of light around the code, by which cameras tell it from what is beside (ISO/IEC 18004, 6.3.8). */
const quiet = 4;

/** A text as a QR code, dark on light in any look, as not every camera reads the inverse. `label` is what it is called. */
export const qrView = (text: string, label: string): TemplateResult => {
  const { data, size } = encode(text, { ecc: "M", border: quiet });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return svg`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff"></rect>
    <path d=${path} fill="#000"></path>
  </svg>`;
};
