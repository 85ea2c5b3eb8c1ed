import type { NodeTexts } from "../node.ts";

/** The texts of `data_reference`. */
export const dataReferenceTexts: NodeTexts = {
  en: {
    title: "Data reference",
    help: "Keeps the IDs of a record in other applications",
    keywords: ["sync", "mapping", "external id", "duplicates"],
    settings: {
      operation: {
        name: "What to do",
        choices: {
          create: "Store an ID",
          bulk: "Store many IDs",
          get_by_record_id: "Find the IDs of a record",
          get_by_external_id: "Find the record of an ID",
          delete: "Forget a record",
        },
      },
      name: { name: "Data reference", help: "Its name, such as contacts; storing creates it." },
      slug: { name: "Application", help: "The one that has the IDs. Empty: the workflow's own." },
      record_id: { name: "Record", help: "Your ID of it." },
      external_id: { name: "External ID", help: "The record's ID in the application." },
      refs: { name: "Pairs of IDs", help: "Up to 1,000." },
      "refs.record_id": { name: "Record" },
      "refs.external_id": { name: "External ID" },
    },
  },
  de: {
    title: "Datenreferenz",
    help: "Merkt sich die IDs eines Datensatzes in anderen Anwendungen",
    keywords: ["synchronisieren", "zuordnung", "externe id", "dubletten"],
    settings: {
      operation: {
        name: "Was geschieht",
        choices: {
          create: "Eine ID merken",
          bulk: "Viele IDs merken",
          get_by_record_id: "Die IDs eines Datensatzes finden",
          get_by_external_id: "Den Datensatz zu einer ID finden",
          delete: "Einen Datensatz vergessen",
        },
      },
      name: { name: "Datenreferenz", help: "Ihr Name, etwa kontakte; Merken legt sie an." },
      slug: { name: "Anwendung", help: "Die, zu der die IDs gehören. Leer: die des Workflows." },
      record_id: { name: "Datensatz", help: "Seine ID bei Ihnen." },
      external_id: { name: "Externe ID", help: "Die ID des Datensatzes in der Anwendung." },
      refs: { name: "Paare von IDs", help: "Höchstens 1.000." },
      "refs.record_id": { name: "Datensatz" },
      "refs.external_id": { name: "Externe ID" },
    },
  },
  fr: {
    title: "Référence de données",
    help: "Retient les ID d’un enregistrement dans d’autres applications",
    keywords: ["synchronisation", "correspondance", "id externe", "doublons"],
    settings: {
      operation: {
        name: "Que faire",
        choices: {
          create: "Retenir un ID",
          bulk: "Retenir plusieurs ID",
          get_by_record_id: "Trouver les ID d’un enregistrement",
          get_by_external_id: "Trouver l’enregistrement d’un ID",
          delete: "Oublier un enregistrement",
        },
      },
      name: { name: "Référence", help: "Son nom, par exemple contacts ; retenir un ID la crée." },
      slug: { name: "Application", help: "Celle qui a les ID. Vide : celle du workflow." },
      record_id: { name: "Enregistrement", help: "Son ID chez vous." },
      external_id: { name: "ID externe", help: "L’ID de l’enregistrement dans l’application." },
      refs: { name: "Paires d’ID", help: "1 000 au plus." },
      "refs.record_id": { name: "Enregistrement" },
      "refs.external_id": { name: "ID externe" },
    },
  },
  es: {
    title: "Referencia de datos",
    help: "Guarda los ID de un registro en otras aplicaciones",
    keywords: ["sincronización", "correspondencia", "id externo", "duplicados"],
    settings: {
      operation: {
        name: "Qué hacer",
        choices: {
          create: "Guardar un ID",
          bulk: "Guardar muchos ID",
          get_by_record_id: "Buscar los ID de un registro",
          get_by_external_id: "Buscar el registro de un ID",
          delete: "Olvidar un registro",
        },
      },
      name: { name: "Referencia", help: "Su nombre, como contactos; al guardar se crea." },
      slug: { name: "Aplicación", help: "La que tiene los ID. Vacía: la del flujo." },
      record_id: { name: "Registro", help: "Su ID en su sistema." },
      external_id: { name: "ID externo", help: "El ID del registro en la aplicación." },
      refs: { name: "Pares de ID", help: "Hasta 1000." },
      "refs.record_id": { name: "Registro" },
      "refs.external_id": { name: "ID externo" },
    },
  },
  ja: {
    title: "データ参照",
    help: "ほかのアプリでのレコードの ID を記録します",
    keywords: ["同期", "対応付け", "外部 ID", "重複"],
    settings: {
      operation: {
        name: "操作",
        choices: {
          create: "ID を保存",
          bulk: "複数の ID を保存",
          get_by_record_id: "レコードの ID を検索",
          get_by_external_id: "ID のレコードを検索",
          delete: "レコードの ID を削除",
        },
      },
      name: { name: "データ参照", help: "名前（例: contacts）。保存すると作られます。" },
      slug: { name: "アプリ", help: "ID を持つアプリ。空ならワークフローのもの。" },
      record_id: { name: "レコード", help: "自社での ID。" },
      external_id: { name: "外部 ID", help: "アプリでのレコードの ID。" },
      refs: { name: "ID の組", help: "最大 1,000 件。" },
      "refs.record_id": { name: "レコード" },
      "refs.external_id": { name: "外部 ID" },
    },
  },
};
