/** The style of an exported recording; follows the reader's light or dark setting. */
export const EXPORT_STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#fafbfc,#131519);--raised:light-dark(#fff,#1b1d22);
--line:light-dark(#dfe1e5,#34373d);--text:light-dark(#22252b,#e8eaed);--muted:light-dark(#585d66,#a7abb3);
--warn:light-dark(#7a4b00,#e9b45c);--danger:light-dark(#a4231f,#f08a83)}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:14px/1.5 "Inter","Noto Sans","DejaVu Sans","Segoe UI","Helvetica Neue",sans-serif}
header,main{max-width:1200px;margin:0 auto;padding:16px 20px}
header{padding-top:32px;border-bottom:1px solid var(--line)}
h1{margin:0 0 4px;font-size:20px;overflow-wrap:anywhere}
h2{margin:0 0 4px;font-size:14px;font-weight:600;overflow-wrap:anywhere}
p{margin:4px 0}
.kind,.note,.proof,.moment,dt,figcaption{color:var(--muted)}
.step{margin:16px 0;padding:12px 16px 16px;background:var(--raised);border:1px solid var(--line);border-radius:8px}
.n{display:inline-block;min-width:2em;color:var(--muted);font-variant-numeric:tabular-nums}
.outcome{margin-left:8px;padding:0 8px;border:1px solid var(--line);border-radius:999px;font-size:12px;font-weight:500;color:var(--muted);white-space:nowrap}
.outcome.refused,.outcome.not_delivered,.outcome.unknown,.outcome.none{color:var(--warn)}
.outcome.failed{color:var(--danger)}
.moment{margin:16px 4px;font-size:13px}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,30rem),1fr));gap:12px;margin:8px 0}
figure{margin:0;min-width:0}
figcaption{font-size:12px}
.frame{position:relative;display:inline-block;max-width:100%;border:1px solid var(--line);border-radius:6px;overflow:hidden;vertical-align:top}
.frame img{display:block;max-width:100%;height:auto}
.gone{padding:24px;border:1px dashed var(--line);border-radius:6px;color:var(--muted)}
.landing{position:absolute;width:24px;height:24px;margin:-12px 0 0 -12px;border-radius:50%;border:2px solid #d7263d;box-shadow:0 0 0 1.5px #fff,inset 0 0 0 1.5px #fff;background:radial-gradient(circle,#d7263d 2px,#fff 2.5px 3px,transparent 3.5px)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:8px 0 0;font-size:13px}
dd{margin:0;overflow-wrap:anywhere}
@media print{.step{break-inside:avoid}}
`;
