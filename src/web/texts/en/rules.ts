/** Rules by which a thing changes its look. */
export const rules = {
  title: "Rules",
  hint: "While all its conditions hold, a rule changes the look. Of several that do so, each field comes from the first that gives it.",
  rule: (number: number): string => `Rule ${number}`,
  entity: "If this entity",
  state: "has the state",
  also: "And if",
  color: "then colour",
  icon: "Icon",
  hide: "Hidden",
  add: "Add a rule",
  addCondition: "Another condition",
  remove: (number: number): string => `Remove rule ${number}`,
};

export type RulesTexts = typeof rules;
