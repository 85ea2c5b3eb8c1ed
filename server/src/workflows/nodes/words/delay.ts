import type { NodeTexts } from "../node.ts";

/** The texts of `delay`. */
export const delayTexts: NodeTexts = {
  en: {
    title: "Delay",
    help: "Waits until a time or for a duration",
    keywords: ["wait", "sleep", "pause", "timer"],
    settings: {
      until: { name: "Date and time", help: "Such as `2026-01-31T09:30:00+01:00`; UTC without a zone." },
      for: { name: "Duration", help: "The parts are added up." },
      "for.days": { name: "Days" },
      "for.hours": { name: "Hours" },
      "for.minutes": { name: "Minutes" },
      "for.seconds": { name: "Seconds" },
      for_ms: { name: "Milliseconds" },
    },
  },
  de: {
    title: "Verzögerung",
    help: "Wartet eine Zeit lang",
    keywords: ["warten", "pause", "timer"],
    settings: {
      until: { name: "Datum und Uhrzeit", help: "Etwa `2026-01-31T09:30:00+01:00`; ohne Zone in UTC." },
      for: { name: "Dauer", help: "Die Teile werden zusammengezählt." },
      "for.days": { name: "Tage" },
      "for.hours": { name: "Stunden" },
      "for.minutes": { name: "Minuten" },
      "for.seconds": { name: "Sekunden" },
      for_ms: { name: "Millisekunden" },
    },
  },
  fr: {
    title: "Délai",
    help: "Attend un certain temps",
    keywords: ["attendre", "pause", "minuteur"],
    settings: {
      until: { name: "Date et heure", help: "Par exemple `2026-01-31T09:30:00+01:00` ; UTC sans fuseau." },
      for: { name: "Durée", help: "Les parties s’additionnent." },
      "for.days": { name: "Jours" },
      "for.hours": { name: "Heures" },
      "for.minutes": { name: "Minutes" },
      "for.seconds": { name: "Secondes" },
      for_ms: { name: "Millisecondes" },
    },
  },
  es: {
    title: "Espera",
    help: "Espera un tiempo",
    keywords: ["esperar", "pausa", "temporizador"],
    settings: {
      until: { name: "Fecha y hora", help: "Por ejemplo, `2026-01-31T09:30:00+01:00`; UTC si no hay zona." },
      for: { name: "Duración", help: "Las partes se suman." },
      "for.days": { name: "Días" },
      "for.hours": { name: "Horas" },
      "for.minutes": { name: "Minutos" },
      "for.seconds": { name: "Segundos" },
      for_ms: { name: "Milisegundos" },
    },
  },
  ja: {
    title: "待機",
    help: "一定時間待ちます",
    keywords: ["待機", "一時停止", "タイマー"],
    settings: {
      until: { name: "日時", help: "例：`2026-01-31T09:30:00+01:00`。タイムゾーンがなければ UTC。" },
      for: { name: "時間", help: "各部分を合計します。" },
      "for.days": { name: "日" },
      "for.hours": { name: "時間" },
      "for.minutes": { name: "分" },
      "for.seconds": { name: "秒" },
      for_ms: { name: "ミリ秒" },
    },
  },
};
