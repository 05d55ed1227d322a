import { css, html, type TemplateResult } from "lit";
import { findEntity } from "../../../model/elements/entities.ts";
import {
  floorHeightsOf,
  maxElevation,
  maxHeight,
  minElevation,
} from "../../../model/elements/heights.ts";
import type { Level } from "../../../model/elements/levels.ts";
import { maxThickness } from "../../../model/elements/rooms.ts";
import { changeListed } from "../../../model/editing/listed.ts";
import { withField } from "../../../model/json.ts";
import { fieldLabel } from "../../i18n/field-words.ts";
import type { EditorContext } from "../component.ts";
import { type HeightRange, heightInput } from "../inspector/height-inputs.ts";
import { labelled } from "../inspector/inputs.ts";
import type { ListedTransaction } from "../inspector/listed-transaction.ts";

/** Styles of these inputs, below the floor's name. */
export const levelHeightsStyle = css`
  details {
    grid-column: 1 / -1;
    margin: 0 0 8px;
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(120px, 1fr));
    gap: 10px;
    align-items: end;
    margin-top: 8px;
  }
`;

/** The heights of a floor that can be set, with their ranges and what is in effect without them. */
const fields = [
  ["elevation", [minElevation, maxElevation], "elevation"],
  ["height", [0, maxHeight], "height"],
  ["floor_thickness", [0, maxThickness], "thickness"],
] as const satisfies readonly (readonly [string, HeightRange, string])[];

/** Inputs for the heights of a floor, in metres; each shows the one in effect as long as it is empty. */
export const levelHeights = (
  { id, name }: Level,
  context: EditorContext,
  filling: ListedTransaction,
): TemplateResult => {
  const { session, texts } = context;
  const { plan } = session.state;
  const data = findEntity(plan, "levels", id)?.data ?? {};
  const heights = floorHeightsOf(plan, id);
  const label = { action: "levelHeights", name };
  return html`<details>
    <summary aria-label=${`${texts.editor.levelHeights}: ${name}`}>
      ${texts.editor.levelHeights}
    </summary>
    <div class="fields">
      ${fields.map(([field, range, usual]) => {
        const key = `${id}/${field}`;
        return labelled(
          fieldLabel(field, texts),
          heightInput(
            data[field],
            filling.place(session, key),
            (metres, phase = "done") =>
              filling.fill(
                session,
                key,
                label,
                (now) =>
                  changeListed(now, "levels", id, (level) => withField(level, field, metres)),
                phase,
              ),
            range,
            context,
            { usual: heights[usual] },
          ),
        );
      })}
    </div>
  </details>`;
};
