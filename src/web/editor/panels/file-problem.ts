import type { FileProblem } from "../../model/plan-file.ts";
import type { Texts } from "../../texts/index.ts";

/** Why something is no plan, in words; `name` is what it came from. */
export const fileProblemText = (problem: FileProblem, name: string, { panels }: Texts): string => {
  const { file } = panels;
  switch (problem.kind) {
    case "noJson":
      return file.noJson(name, problem.reason);
    case "noPlan":
      return file.noPlan(name);
    case "wrongField":
      return file.wrongField(problem.field, file[problem.expected]);
  }
};
