import { css } from "lit";

/** Styles of the details panel, on top of those of all dialogs. */
export const detailsStyle = css`
  .head {
    display: flex;
    gap: 8px;
    align-items: center;
    margin-bottom: 10px;
  }
  .head h2 {
    flex: 1;
    margin: 0;
  }
  .head button {
    flex: none;
    padding: 0;
    font-size: 1.3rem;
    line-height: 1;
  }
  section + section {
    margin-top: 22px;
    padding-top: 14px;
    border-top: 1px solid color-mix(in srgb, var(--plan-ink) 16%, transparent);
  }
  h3 {
    margin: 0 0 6px;
    font-size: 1rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .now {
    display: flex;
    gap: 12px;
    align-items: center;
    margin: 0;
    font-size: 1.5rem;
    overflow-wrap: anywhere;
  }
  .now svg,
  .things svg {
    flex: none;
    width: 28px;
    height: 28px;
  }
  .soft {
    margin: 2px 0 12px;
    color: var(--plan-soft-ink);
  }
  .picture {
    display: block;
    width: 100%;
    margin: 10px 0;
    border-radius: 12px;
  }
  .notice {
    margin: 0 0 12px;
    padding: 10px 14px;
    color: #2b1d00;
    background: #ffd479;
    border-radius: 12px;
  }
  .controls {
    display: grid;
    gap: 14px;
    min-width: 0;
    margin: 14px 0 18px;
    padding: 0;
    border: 0;
  }
  .controls:disabled {
    opacity: 0.5;
  }
  .controls .row {
    justify-content: flex-start;
    margin: 0;
  }
  label {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 4px 8px;
    align-items: center;
  }
  label > :is(input, select) {
    grid-column: 1 / -1;
    width: 100%;
    min-height: 32px;
    margin: 0;
  }
  input[type="range"] {
    accent-color: var(--plan-accent);
  }
  /* The browser's own track would cover the hues. */
  input.hue,
  input.hue::-webkit-slider-thumb {
    appearance: none;
  }
  input.hue {
    --hues: linear-gradient(to right, red, yellow, lime, cyan, blue, magenta, red);
    --track: 14px;
    --thumb: 26px;
    background: none;
  }
  input.hue::-webkit-slider-runnable-track {
    height: var(--track);
    background: var(--hues);
    border-radius: var(--track);
  }
  input.hue::-moz-range-track {
    height: var(--track);
    background: var(--hues);
    border-radius: var(--track);
  }
  input.hue::-webkit-slider-thumb {
    box-sizing: border-box;
    width: var(--thumb);
    height: var(--thumb);
    margin-top: calc((var(--track) - var(--thumb)) / 2);
    background: #fff;
    border: 2px solid #2f353c;
    border-radius: 50%;
  }
  input.hue::-moz-range-thumb {
    box-sizing: border-box;
    width: var(--thumb);
    height: var(--thumb);
    background: #fff;
    border: 2px solid #2f353c;
    border-radius: 50%;
  }
  dialog button[role="switch"] {
    position: relative;
    width: 68px;
    min-height: 36px;
    padding: 0;
    background: color-mix(in srgb, var(--plan-ink) 22%, transparent);
    border-radius: 18px;
  }
  button[role="switch"]::after {
    position: absolute;
    top: 3px;
    left: 3px;
    width: 28px;
    height: 28px;
    background: var(--plan-paper);
    border-radius: 14px;
    content: "";
  }
  dialog button[role="switch"][aria-checked="true"] {
    background: var(--plan-accent);
  }
  button[role="switch"][aria-checked="true"]::after {
    left: auto;
    right: 3px;
  }
  .swatch {
    width: 44px;
    padding: 0;
    border: 1px solid color-mix(in srgb, var(--plan-ink) 40%, transparent);
  }
  .chart {
    display: block;
    width: 100%;
    height: 72px;
    background: color-mix(in srgb, var(--plan-ink) 5%, transparent);
    border-radius: 8px;
  }
  .chart.spans {
    height: 24px;
  }
  .chart path {
    fill: none;
    stroke: var(--plan-accent);
    stroke-width: 2px;
    vector-effect: non-scaling-stroke;
  }
  .ends,
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    justify-content: space-between;
    margin: 4px 0 0;
    padding: 0;
    color: var(--plan-soft-ink);
    font-size: 0.85rem;
    list-style: none;
  }
  .legend {
    justify-content: flex-start;
  }
  .legend svg {
    width: 10px;
    height: 10px;
  }
  .tone-rest {
    fill: color-mix(in srgb, var(--plan-ink) 28%, transparent);
  }
  .tone-on {
    fill: var(--plan-accent);
  }
  .tone-0 {
    fill: #3b82c4;
  }
  .tone-1 {
    fill: #7a9e3a;
  }
  .tone-2 {
    fill: #b0609f;
  }
  .tone-3 {
    fill: #3a9c93;
  }
  .things {
    display: grid;
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .things button {
    display: flex;
    gap: 12px;
    align-items: center;
    width: 100%;
    text-align: start;
    border-radius: 12px;
  }
  .things .name {
    flex: 1;
    overflow-wrap: anywhere;
  }
`;
