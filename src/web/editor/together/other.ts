import { isList, isObject, type Json, listIn } from "../../../model/json.ts";
import { numberField, textField } from "../../../client/errors.ts";

/** Somebody else who is editing. */
export interface Collaborator {
  /** The number of the editor: somebody with two windows is two. */
  readonly id: number;
  readonly name: string;
  /** The index of a color, which no other editor has as long as there are enough. */
  readonly color: number;
  /** The id of the floor that is shown there; undefined is the first. */
  readonly level: string | undefined;
  /** What is selected there. */
  readonly selection: readonly string[];
}

const otherOf = (value: Json): readonly Collaborator[] => {
  const id = numberField(value, "id");
  if (id === undefined || !isObject(value)) return [];
  return [
    {
      id,
      name: textField(value["user"], "name") ?? "",
      color: numberField(value, "color") ?? 0,
      level: textField(value, "level"),
      selection: listIn(value["selection"]).filter((ref) => typeof ref === "string"),
    },
  ];
};

/** All that an event of presences tells of those who are not this editor; undefined where it tells nothing of them. */
export const collaboratorsIn = (
  event: Json,
  you: number | undefined,
): readonly Collaborator[] | undefined => {
  const editors = isObject(event) ? event["editors"] : undefined;
  return isList(editors) ? editors.flatMap(otherOf).filter(({ id }) => id !== you) : undefined;
};
