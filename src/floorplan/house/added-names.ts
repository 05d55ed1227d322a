import { optionName } from "../../config.ts";
import { canonicalJson } from "../../model/json.ts";
import type { ServiceCall } from "../../model/bindings/touch-actions.ts";
import type { CooperativeTask } from "../../raw-json/steps.ts";
import type {
  BindingCollector,
  BindingLimits,
  PlanBindings,
} from "../../plan/bindings/plan-bindings.ts";

/** What goes beyond these nobody looks at, so that nobody knows whether a call or a template is in it. */
const looking = ["planTemplates", "planCalls", "planElementBytes"] as const;

/** So many characters of a template, or of an action of Home Assistant's page, are told. */
const toldCharacters = 120;

const keyOf = ({ domain, service, data, target }: ServiceCall): string =>
  canonicalJson([domain, service, data, target]);

/**
 * The first template, call or action of Home Assistant's page that a plan would bring in, in words that begin a sentence; undefined where another one
 * has them all, wherever they stand in it. A plan that goes beyond a limit counts as bringing in something.
 */
export function* firstAddedBinding(
  { names, reached }: BindingCollector,
  before: PlanBindings,
  limits: BindingLimits,
): CooperativeTask<string | undefined> {
  const limit = looking.find((each) => reached.has(each));
  if (limit !== undefined)
    return `what goes beyond ${optionName(limit)}, ${limits[limit]}, is not looked at`;
  for (const template of names.templates)
    if (!before.templates.has(template))
      return `the template ${JSON.stringify(template.slice(0, toldCharacters))} does not stand in the stored plan`;
  for (const action of names.pageActions)
    if (!before.pageActions.has(action))
      return `the action ${action.slice(0, toldCharacters)} does not stand in the stored plan as it is here`;
  const known = new Set<string>();
  for (const call of before.calls) {
    known.add(keyOf(call));
    yield;
  }
  for (const call of names.calls) {
    const { domain, service } = call;
    if (!known.has(keyOf(call)))
      return `the call ${domain}.${service} does not stand in the stored plan as it is here`;
    yield;
  }
  return undefined;
}
