import type { Page } from "playwright-core";

/** Waits until the browser's database holds so many drafts. */
export const waitForDrafts = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (wanted) => {
    const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("the database cannot be read")));
      });
    const counted = async (): Promise<number> => {
      const known = (await indexedDB.databases()).find(({ name }) => name?.includes("drafts"));
      if (known?.name === undefined) return 0;
      const database = await settled(indexedDB.open(known.name));
      const found = await settled(database.transaction("drafts").objectStore("drafts").count());
      database.close();
      return found;
    };
    while ((await counted()) !== wanted) await new Promise(requestAnimationFrame);
  }, count);
