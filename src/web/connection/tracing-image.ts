/** An image that stands for itself. */
export interface EmbeddedImage {
  /** A `data:` URL in base64. */
  readonly data: string;
  /** Its height for a width of 1; 1 where it cannot be shown. */
  readonly ratio: number;
}

const readData = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? reader.result : ""),
    );
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(blob);
  });

const ratioOf = async (data: string): Promise<number> => {
  const image = new Image();
  image.src = data;
  await image.decode().catch(() => undefined);
  return image.naturalWidth > 0 ? image.naturalHeight / image.naturalWidth : 1;
};

/** Gets an image by its address; undefined where that gives none. */
export const imageData = async (address: string): Promise<EmbeddedImage | undefined> => {
  if (address === "") return undefined;
  try {
    const response = await fetch(address);
    const blob = await response.blob();
    const [type = ""] = blob.type.split(";");
    if (!response.ok || !type.startsWith("image/")) return undefined;
    const data = await readData(new Blob([blob], { type }));
    return { data, ratio: await ratioOf(data) };
  } catch {
    // Away, not readable for this page, or cut off: there is none.
    return undefined;
  }
};

const endings: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/webp", "webp"],
  ["image/svg+xml", "svg"],
]);

/** The file in a `data:` URL in base64, under a name by which the service takes it; undefined where there is none. */
export const fileInData = (data: string): File | undefined => {
  const [, type = "", text = ""] = /^data:([\w/.+-]+);base64,([\w+/]*=*)$/.exec(data) ?? [];
  const ending = endings.get(type);
  if (ending === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
    return new File([bytes], `image.${ending}`, { type });
  } catch {
    return undefined;
  }
};
