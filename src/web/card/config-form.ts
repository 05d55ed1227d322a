import { configForm, type ConfigFormTexts } from "../i18n/en/screens.ts";
import { type PreferredLanguages, makeTranslator } from "../i18n/translator.ts";
import { layersOf } from "../../model/elements/layers.ts";
import { levelsOf } from "../../model/elements/levels.ts";
import type { ShownPlan } from "./suggestions.ts";
import { heatClasses } from "../../model/heat/quantities.ts";
import { type CardConfig, choose, looks, readConfig } from "./config.ts";

/** Words of the form for a card's configuration. */
const configFormTranslator = makeTranslator<ConfigFormTexts>(configForm, async ({ viewing }) => {
  const words = await viewing();
  return words.configForm;
});

/** A field of a form, as Home Assistant's `ha-form` takes it. */
interface FormField {
  readonly name: keyof CardConfig;
  readonly selector: Readonly<Record<string, object>>;
  readonly default?: boolean;
}

/** The definition of the card's form; Home Assistant's frontend calls it `LovelaceConfigForm`. */
export interface ConfigForm {
  readonly schema: readonly FormField[];
  readonly computeLabel: (field: FormField) => string;
  readonly computeHelper: (field: FormField) => string | undefined;
  /** Throws where the card would; the dashboard then shows the configuration as YAML. */
  readonly assertConfig: (config: unknown) => void;
}

const text = (name: keyof CardConfig, type = "text"): FormField => ({
  name,
  selector: { text: { type } },
});

/** A choice of the floors of these plans, or of another by its id. */
const levelField = (plans: readonly ShownPlan[]): FormField => {
  const names = new Map(
    plans.flatMap(({ plan }) => levelsOf(plan)).map(({ id, name }) => [id, name]),
  );
  if (names.size === 0) return text("level");
  const options = [...names].map(([value, label]) => ({ value, label }));
  return { name: "level", selector: { select: { mode: "dropdown", custom_value: true, options } } };
};

/** A choice of what is shown as a heat map, or of another class or unit of sensors by its name. */
const heatField = ({ heatChoice, heatQuantities }: ConfigFormTexts): FormField => ({
  name: "heat_map",
  selector: {
    select: {
      mode: "dropdown",
      custom_value: true,
      options: [
        { value: choose, label: heatChoice },
        ...heatClasses.map((value) => ({ value, label: heatQuantities[value] })),
      ],
    },
  },
});

/** A choice of the layers that are shown: those of these plans, none, or what the plan shows by default. */
const layersField = (plans: readonly ShownPlan[], form: ConfigFormTexts): FormField => {
  const names = new Map(
    plans.flatMap(({ plan }) => layersOf(plan)).map(({ id, name }) => [id, name]),
  );
  const options = [
    { value: "default", label: form.layersByDefault },
    { value: "none", label: form.noLayers },
    ...[...names].map(([value, label]) => ({ value, label })),
  ];
  return {
    name: "layers",
    selector: { select: { mode: "dropdown", multiple: true, custom_value: true, options } },
  };
};

/** The form for a card's configuration, in the first supported language; `plans` are those that the page shows. */
export const cardConfigForm = async (
  wanted: PreferredLanguages,
  plans: readonly ShownPlan[],
): Promise<ConfigForm> => {
  await configFormTranslator.ready(wanted);
  const form = configFormTranslator.now(wanted).texts;
  const options = looks.map((value) => ({ value, label: form.looks[value] }));
  return {
    schema: [
      text("title"),
      levelField(plans),
      { name: "look", selector: { select: { mode: "dropdown", options } } },
      { name: "traced", selector: { boolean: {} } },
      { name: "plain", selector: { boolean: {} } },
      { name: "replay", selector: { boolean: {} }, default: true },
      heatField(form),
      layersField(plans, form),
      text("domain"),
      // Not a URL field: it may hold several addresses.
      text("url"),
      text("token", "password"),
    ],
    computeLabel: ({ name }) => form[name],
    computeHelper: ({ name, selector }) => {
      if (name === "layers") return form.layersHint;
      if (name === "level" && "text" in selector) return form.levelHint;
      return name === "url" ? form.hint : name === "token" ? form.tokenHint : undefined;
    },
    assertConfig: readConfig,
  };
};
