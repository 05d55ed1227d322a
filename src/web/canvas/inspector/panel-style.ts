import { css } from "lit";
import { focusStyle } from "../../ui/dialog.ts";

/** Styles of all panels, with the editor's custom properties for colours. */
export const panelStyle = css`
  :host {
    display: block;
    --line: var(--fp-line);
    --soft: var(--fp-soft);
    --code-size: 13px;
    --bad: light-dark(#b3261e, #ff9d94);
  }
  * {
    box-sizing: border-box;
  }
  h2,
  h3 {
    margin: 0;
    font-size: 1rem;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  h3 {
    font-size: 0.86rem;
    color: var(--fp-muted);
    font-weight: 600;
  }
  p {
    margin: 0;
  }
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    padding: 14px 16px 20px;
    align-content: start;
  }
  .stack > button,
  .stack > .button {
    justify-self: start;
  }
  section + section {
    border-top: 1px solid var(--line);
    padding-top: 12px;
  }
  .field {
    display: grid;
    gap: 3px;
    min-width: 0;
  }
  .field > span:first-child {
    color: var(--fp-muted);
    font-size: 0.86rem;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .muted {
    color: var(--fp-muted);
  }
  .bad {
    color: var(--bad);
  }
  button,
  .button {
    min-height: 32px;
    padding: 5px 12px;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--fp-field);
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  button:hover:not(:disabled) {
    border-color: var(--fp-accent);
  }
  button.main {
    border-color: var(--fp-accent);
    background: var(--fp-accent);
    color: var(--fp-on-accent);
    font-weight: 600;
  }
  button.danger {
    border-color: var(--bad);
    color: var(--bad);
  }
  button.plain {
    border-color: transparent;
    background: none;
  }
  button:disabled {
    opacity: 0.55;
    cursor: default;
  }
  input,
  select,
  textarea {
    width: 100%;
    min-height: 32px;
    padding: 5px 8px;
    border: 1px solid light-dark(#8b98a6, #66727f);
    border-radius: 8px;
    background: var(--fp-field);
    color: inherit;
    font: inherit;
  }
  input[readonly] {
    border-color: transparent;
    background: none;
    padding-inline: 0;
  }
  input[type="color"] {
    width: 40px;
    flex: none;
    padding: 2px;
  }
  input[type="range"] {
    padding: 0;
  }
  :is(input[type="range"], input[type="checkbox"]) {
    accent-color: var(--fp-accent);
  }
  .field > input[type="checkbox"] {
    justify-self: start;
    width: 32px;
    margin: 0;
  }
  textarea {
    min-height: 64px;
    font-family: ui-monospace, monospace;
    font-size: 0.86rem;
    resize: vertical;
  }
  ${focusStyle}
  .button:focus-within {
    outline: 2px solid var(--ring);
    outline-offset: 2px;
  }
  /* Phones zoom into inputs with a smaller font. */
  @media (pointer: coarse) {
    :host {
      --code-size: 16px;
    }
    input,
    select,
    textarea {
      font-size: 16px;
    }
  }
  .list {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .entry {
    flex: 1;
    width: 100%;
    text-align: start;
  }
  .button input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    min-height: 0;
    opacity: 0;
    cursor: pointer;
  }
  .button {
    display: inline-block;
    position: relative;
  }
  dialog {
    max-width: min(460px, calc(100vw - 24px));
    border: 1px solid var(--line);
    border-radius: 12px;
    background: var(--fp-field);
    color: inherit;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 45%);
  }
`;

/** Styles of comboboxes with their lists. */
export const pickerStyle = css`
  floorplan-entity-picker {
    position: relative;
    flex: 1 1 100%;
  }
  floorplan-entity-picker > label {
    color: var(--fp-muted);
    font-size: 0.86rem;
  }
  .options {
    position: absolute;
    z-index: 3;
    inset: 100% 0 auto;
    display: flex;
    flex-direction: column;
    max-height: min(320px, 45vh);
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--fp-field);
    box-shadow: 0 6px 20px rgb(0 0 0 / 25%);
  }
  .options [role="listbox"] {
    overflow: auto;
  }
  .options p {
    flex: none;
    padding: 6px 10px;
    font-size: 0.86rem;
  }
  [role="option"] {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 40px;
    padding: 4px 10px;
    cursor: pointer;
  }
  [role="option"]:hover,
  [role="option"][aria-selected="true"] {
    background: var(--soft);
  }
  [role="option"][aria-selected="true"] {
    outline: 2px solid var(--fp-accent);
    outline-offset: -2px;
  }
  [role="option"] .icon {
    flex: none;
  }
  [role="option"] .name {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  [role="option"] small {
    display: block;
  }
  .state {
    flex: none;
    max-width: 40%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 0.86rem;
  }
`;

/** Styles of a small form over the drawing. */
export const bubbleStyle = css`
  :host {
    position: absolute;
    z-index: 3;
  }
  form {
    display: grid;
    border: 1px solid var(--line);
    background: var(--fp-surface, light-dark(#fff, #1c242d));
    box-shadow: 0 8px 28px rgb(10 25 45 / 22%);
  }
`;
