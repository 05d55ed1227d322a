import { css } from "lit";

/** Fields for entities, with their lists. */
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
