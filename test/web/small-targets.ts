import type { Page } from "playwright-core";

/**
 * What can be pressed in the editor and is smaller than 24 pixels, shadow trees included. The shapes of the
 * plan are as large as they are drawn, and can be zoomed.
 */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const targets = "button, a[href], input, select, [role=tab], [role=treeitem], .target";
    const small: string[] = [];
    const look = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot !== null) look(element.shadowRoot);
        if (!element.matches(targets) || !element.checkVisibility()) continue;
        const { width, height } = element.getBoundingClientRect();
        if (width > 0 && Math.min(width, height) < 24)
          small.push(`${element.outerHTML.slice(0, 90)} is ${width} by ${height}`);
      }
    };
    look(document);
    return small;
  });
