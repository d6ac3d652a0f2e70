/** Draws an image anew as PNG, in the size that is wanted of it, pixels. */
export async function asPng(
  from: Blob,
  sizeOf: (image: HTMLImageElement) => { width: number; height: number },
): Promise<Blob> {
  const url = URL.createObjectURL(from);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, sizeOf(image));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob === null ? reject(new Error('no image')) : resolve(blob)), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
