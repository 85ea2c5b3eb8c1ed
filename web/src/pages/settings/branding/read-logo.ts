import { BRANDING } from "../../../words/settings/branding.ts";

// Three times the displayed size, for high-resolution screens.
const LARGEST = { width: 640, height: 192 };
const MOST_BYTES = 100 * 1024;

/** The file as a PNG that the server accepts, scaled down if it is large; throws a message for the user. */
export async function readLogo(file: File): Promise<string> {
  const image = await openImage(await addressOf(file));
  const fit = Math.min(LARGEST.width / image.naturalWidth, LARGEST.height / image.naturalHeight);
  // Vector images are sharp at any size.
  const scale = file.type === "image/svg+xml" ? fit : Math.min(1, fit);
  if (!Number.isFinite(scale)) throw new Error(BRANDING.logoUnread);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL("image/png");
  if ((png.length * 3) / 4 > MOST_BYTES) throw new Error(BRANDING.logoTooLarge);
  return png;
}

async function openImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    throw new Error(BRANDING.logoUnread);
  }
  return image;
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(BRANDING.logoUnread));
    reader.readAsDataURL(file);
  });
}
