/** The pixels of an SVG, so many of them wide; undefined where the browser has no room for as many. */
export const asPng = async (svg: string, width: number): Promise<Blob | undefined> => {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/png");
    });
    return made ?? undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
};
