import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { type Json, textIn } from "../../../model/json.ts";
import { textInput, valueOf } from "../../canvas/inspector/inputs.ts";
import type { Fill, InputPlace } from "../../canvas/inspector/typed-input.ts";

/** What a colour is chosen from where none is known: neither light nor dark. */
const grey = "#888888";

let canvas: CanvasRenderingContext2D | null | undefined;

/** A colour of CSS as `#rrggbb`, which is all that a picker of the browser takes; grey for none. */
export const hexOf = (colour: string): string => {
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour;
  canvas ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!canvas || colour === "" || !CSS.supports("color", colour)) return grey;
  canvas.fillStyle = grey;
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
};

/** A colour, picked or typed: whatever CSS takes, such as `tomato`, `#d64545` or `rgb(0 128 0 / 50%)`. */
export const colourInput = (
  value: Json | undefined,
  place: InputPlace,
  fill: Fill<string>,
  { label, placeholder = "" }: { readonly label: string; readonly placeholder?: string },
): TemplateResult =>
  html`<span class="pair">
    <input
      type="color"
      aria-label=${label}
      .value=${live(hexOf(textIn(value) ?? ""))}
      @input=${(event: Event) => fill(valueOf(event), "typing")}
      @change=${(event: Event) => fill(valueOf(event))}
    />
    ${textInput(value, place, fill, { placeholder })}
  </span>`;
