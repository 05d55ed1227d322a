import type { JsonObject } from "../../../model/json.ts";
import type { DetailsTexts } from "../../texts/en/details.ts";
import type { EntityAttributes } from "../../details/facts.ts";

/** What a control is called. */
export type Label = keyof DetailsTexts["controls"];

/** A service to be called, and its data. */
export interface ServiceRequest {
  readonly service: string;
  readonly data?: JsonObject;
}

/** Something that is pressed. */
export interface Press extends ServiceRequest {
  readonly label: Label;
}

/** What a panel offers to do with an entity. */
export type Control =
  | {
      readonly kind: "switch";
      readonly isOn: boolean;
      readonly on: ServiceRequest;
      readonly off: ServiceRequest;
    }
  | { readonly kind: "buttons"; readonly buttons: readonly Press[] }
  | {
      readonly kind: "slider";
      readonly label: Label;
      readonly value: number | undefined;
      readonly min: number;
      readonly max: number;
      readonly step: number;
      readonly unit: string;
      readonly wish: (value: number) => ServiceRequest;
    }
  | {
      readonly kind: "choice";
      readonly label: Label;
      readonly value: string | undefined;
      readonly options: readonly string[];
      readonly wish: (option: string) => ServiceRequest;
    }
  /** Hue in degrees and saturation in percent. */
  | {
      readonly kind: "colour";
      readonly hue: number | undefined;
      readonly wish: (hue: number, saturation: number) => ServiceRequest;
    };

type Slider = Extract<Control, { kind: "slider" }>;

/** The range of what is told in percent. */
export const percent = { min: 0, max: 100, step: 1, unit: "%" };

/** A slider; none where there is nothing between its ends. */
export const slider = (
  label: Label,
  value: number | undefined,
  range: Pick<Slider, "min" | "max" | "step" | "unit">,
  wish: Slider["wish"],
): readonly Control[] =>
  range.max > range.min ? [{ kind: "slider", label, value, ...range, wish }] : [];

/** A switch for what is on or off. */
export const onOff = ({ state }: EntityAttributes): readonly Control[] => [
  {
    kind: "switch",
    isOn: state !== "off" && state !== "unavailable" && state !== "unknown",
    on: { service: "turn_on" },
    off: { service: "turn_off" },
  },
];

/** The buttons that there are, in a row; none where there is none. */
export const buttons = (...pressed: readonly (Press | false)[]): readonly Control[] => {
  const all = pressed.filter((each) => each !== false);
  return all.length === 0 ? [] : [{ kind: "buttons", buttons: all }];
};

/** A button that calls a service. */
export const press = (label: Label, service: string): Press => ({ label, service });
