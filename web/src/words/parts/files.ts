const UNITS = ["bytes", "KB", "MB", "GB"];

/** The copy of files in data. */
export const FILES = {
  list: "Files",
  download: "Download",
  downloadOf: (name: string) => `Download ${name}`,
  failed: "The file could not be downloaded. Try again.",
  gone: "This file has been deleted with its execution.",
  size: (bytes: number) => {
    const unit = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
    return `${(bytes / 1000 ** unit).toLocaleString("en", { maximumFractionDigits: 1 })} ${UNITS[unit]}`;
  },
};
