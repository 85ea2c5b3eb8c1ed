/** What a page in a frame tells the page around it, if that is one of `parents`, or anybody where that is `*`. */
export interface FrameFacts {
  readonly parents: readonly string[] | "*";
  readonly status: number;
  /** The path at which the same page can be opened outside of the frame. */
  readonly path?: string;
  /** It has what would be lost if it were loaded again: it keeps its look while that of the page around it changes. */
  readonly holdsWork?: boolean;
  readonly state?: object;
}

/**
 * The script of a page in a frame, which needs none otherwise. Consent is given in another window: the page looks again
 * when the visitor comes back to it. Where the page around it is one that `<junctor-connect>` stands on, which says hello,
 * it tells how high it is and how the account stands; where no window opens then, it has that page leave for the portal.
 * What gets the focus it focuses itself (`focus.ts`).
 */
export const FRAME_SCRIPT = `
const {parents,...page}=JSON.parse(document.currentScript.dataset.facts);
const WINDOW="junctor-connect";
let to,away=location.hash==="#away";
const tell=(junctor,data)=>{if(to)parent.postMessage({junctor,...data},to)};
const size=()=>tell("size",{height:Math.ceil(document.documentElement.getBoundingClientRect().height)});
addEventListener("message",({source,origin,data})=>{
if(source!==parent||data?.junctor!=="hello"||!(parents==="*"||parents.includes(origin)))return;
if(!to){to=origin;document.documentElement.style.overflow="hidden";new ResizeObserver(size).observe(document.documentElement)}
tell("page",{...page,focused:document.activeElement!==document.body});size()
});
addEventListener("DOMContentLoaded",()=>document.querySelector("[data-focus]")?.focus());
const look=()=>{if(!away||document.hidden)return;history.replaceState(null,"",location.href.split("#")[0]);location.reload()};
addEventListener("focus",look);
document.addEventListener("visibilitychange",look);
addEventListener("submit",event=>{
const form=event.target;
if(form.target!=="_blank"&&form.target!==WINDOW)return;
if(to){
const opened=open("",WINDOW,"popup,width=600,height=760");
if(!opened){event.preventDefault();tell("blocked",{path:page.path});return}
form.target=WINDOW;
const watch=setInterval(()=>{if(!opened.closed)return;clearInterval(watch);history.replaceState(null,"",location.href.split("#")[0]+"#away");location.reload()},500)
}
away=true
});`
  .replace(/\n/g, "")
  .trim();
