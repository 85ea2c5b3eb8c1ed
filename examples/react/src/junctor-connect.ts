import "@junctor/sdk/connect-element";
import type { ConnectEventMap, JunctorConnectElement } from "@junctor/sdk/connect-element";
import type { DetailedHTMLProps } from "react";

type ConnectAttributes = {
  [Name in
    | "token"
    | "base-url"
    | "application"
    | "accent"
    | "background"
    | "radius"
    | "font"
    | "scheme"
    | "label"]?: string;
};

/** React listens to events of custom elements by `on` plus their exact names. */
type ConnectListeners = {
  [Name in keyof ConnectEventMap as `on${Name}`]?: (event: ConnectEventMap[Name]) => void;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "junctor-connect": DetailedHTMLProps<HTMLAttributes<JunctorConnectElement>, JunctorConnectElement> &
        ConnectAttributes &
        ConnectListeners;
    }
  }
}
