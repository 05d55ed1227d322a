import { css } from "lit";

/** The forms of panels that list what they edit: trackers and layers. */
export const listedStyle = css`
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(128px, 1fr));
    gap: 10px;
    align-items: end;
  }
  .long {
    grid-column: 1 / -1;
  }
  section,
  .stacked {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
    justify-items: start;
  }
  section > * {
    max-width: 100%;
  }
  section > :is(.fields, .list, section, fieldset) {
    width: 100%;
  }
  .check {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 32px;
  }
  .check input {
    flex: none;
    width: 24px;
  }
  .entry small {
    display: block;
  }
`;
