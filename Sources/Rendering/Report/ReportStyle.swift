/// The page's style: light and dark by the reader's choice, narrow and wide.
enum ReportStyle {
  /// SHA-256 of the text in base64, by which the page's policy knows it.
  static let digest = "RD3Sd95r479fKA8Sr+mZ3/dTUR9t7+fKLQl0JxXhab4="

  static let text = colors + reading + graph + stepping + wide

  private static let colors = #"""
    :root{color-scheme:light dark;
    --paper:#fff;--sheet:#f6f7f8;--ink:#1c2024;--soft:#5b636b;--line:#d9dde1;
    --blue:#0b62c4;--tint:#e6f0fc;--amber:#8a5300;--sun:#fff1d6;--red:#b3261e;--rose:#fdeceb;
    --mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    @media (prefers-color-scheme:dark){:root{
    --paper:#15181b;--sheet:#1d2125;--ink:#e4e7ea;--soft:#9aa3ab;--line:#343a40;
    --blue:#78b4ff;--tint:#1a2f49;--amber:#f0b75c;--sun:#3a2d14;--red:#ff8a80;--rose:#43201e}}

    """#

  private static let reading = #"""
    *{box-sizing:border-box}
    html{font:15px/1.5 system-ui,sans-serif;background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%}
    body{margin:0 auto;padding:0 16px 32px;max-width:1800px}
    h1{font-size:1.35rem;line-height:1.25;margin:16px 0 2px;overflow-wrap:anywhere}
    h2{font-size:.95rem;margin:0 0 8px}
    h3{font-size:.95rem;margin:20px 0 8px}
    h4{font:600 .85rem var(--mono);margin:8px 0 4px}
    p{margin:4px 0 8px}
    section{margin:28px 0 0;min-width:0}
    a{color:var(--blue)}
    code,pre,kbd,.code,#chain,#now-text,tbody th,tbody td{font-family:var(--mono);font-size:12.5px}
    pre{margin:4px 0;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
    table{border-collapse:collapse;text-align:left}
    th,td{padding:3px 14px 3px 0;border-bottom:1px solid var(--line);vertical-align:top;font-weight:400}
    thead th{font-size:.8rem;color:var(--soft)}
    .r{text-align:right;font-variant-numeric:tabular-nums}
    .about,.at,.gap,.count{color:var(--soft);font-size:.87rem}
    .scroll{overflow:auto;max-width:100%}
    .bad{color:var(--red)}.odd{color:var(--amber)}
    em{font:600 .75rem system-ui,sans-serif;padding:1px 6px;border-radius:3px;white-space:nowrap}
    em.bad{background:var(--rose)}em.odd{background:var(--sun)}
    summary{cursor:pointer}
    .own th{font-weight:600}.own{background:var(--tint)}
    :focus-visible{outline:2px solid var(--blue);outline-offset:1px;border-radius:2px}
    .skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--paper);padding:4px 8px;z-index:9}
    #messages ul{list-style:none;margin:0;padding:0}
    #messages li{border-left:3px solid;padding:2px 0 2px 10px;margin:0 0 8px}
    #messages pre,#messages a{color:var(--ink)}
    #messages summary,#messages p{font:12.5px/1.5 var(--mono);overflow-wrap:anywhere}
    #messages a{font-size:.87rem}
    .js #messages ul{max-height:34vh;overflow:auto}
    .t{border-top:1px solid var(--line)}
    .t>summary{padding:4px 0 4px 2.3rem;text-indent:-2.3rem;display:block}
    .t>summary b{display:inline-block;text-indent:0;min-width:2.3rem;color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums}
    .t>summary code{overflow-wrap:anywhere}
    .t.quiet>summary code{color:var(--soft)}
    .t>p,.t>pre,.t>ol{margin-left:2.3rem}
    .t>p.odd{font-size:.87rem}
    .code{line-height:1.55}
    .code>div{position:relative;white-space:pre-wrap;overflow-wrap:anywhere;min-height:1.55em;padding:0 8px 0 3.6em}
    .code i{position:absolute;left:0;top:.1em;line-height:inherit;width:2.8em;text-align:right;font-style:normal;font-size:11px;color:var(--soft);user-select:none}
    .file>summary{font:600 12.5px var(--mono);padding:4px 0;overflow-wrap:anywhere}
    .fold{margin-top:8px}.fold>summary{font-size:.87rem}
    #values table{width:100%;table-layout:fixed}
    #values th,#values td{overflow-wrap:anywhere}
    #values thead th:first-child{width:46%}
    .js #values tr.calm{display:none}.js #values table.all tr.calm{display:table-row}
    td.none{color:var(--soft);font-style:italic}
    pre.box{background:var(--sheet);padding:8px 10px;border-radius:4px;white-space:pre;overflow:auto}
    .sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr));gap:0 16px}
    .sides>div{min-width:0}
    dialog{border:1px solid var(--line);border-radius:8px;background:var(--paper);color:var(--ink);max-width:min(30rem,92vw);padding:20px}
    dialog::backdrop{background:#0006}
    dialog td:first-child{white-space:nowrap}
    dialog td{font-family:inherit;font-size:.9rem}
    kbd{border:1px solid var(--line);border-radius:3px;padding:0 5px;background:var(--sheet)}
    button,input{font:inherit;color:inherit}
    button{background:var(--sheet);border:1px solid var(--line);border-radius:4px;padding:4px 12px;cursor:pointer}
    button:hover{border-color:var(--blue)}
    @media print{#bar,#now,.skip{display:none!important}}

    """#

  private static let graph = #"""
    #drawing{background:var(--sheet);border-radius:6px}
    svg{display:block;margin:auto;font:11.5px var(--mono)}
    svg text{text-anchor:middle;fill:var(--ink);stroke:none}
    .n rect{fill:var(--paper);stroke:var(--soft)}
    .n.computed rect{stroke-dasharray:4 3}
    .n.event rect,.n.action rect,.n.command rect,.n.observer rect{fill:var(--sheet)}
    .n .v{fill:var(--soft);font-size:11px}
    .e path{fill:none;stroke:var(--soft);marker-end:url(#tip)}
    .e.two path{marker-start:url(#tip)}
    .e.once path{stroke-dasharray:2 3}
    .e.computed path,.e.observer path{stroke-dasharray:4 3}
    .e.broken path{stroke-dasharray:6 3 1 3}
    .e.cycle path{stroke:var(--amber);marker-end:url(#tip-cycle)}
    .e.two.cycle path{marker-start:url(#tip-cycle)}
    .e text{fill:var(--soft);font-size:10px;paint-order:stroke;stroke:var(--sheet);stroke-width:4px}
    #tip-cycle path{fill:var(--amber)}
    .n.off{opacity:.4}.e.off{opacity:.25}
    #drawing.fit svg{max-width:100%;height:auto}
    #tip path{fill:var(--soft)}#tip-lit path,#tip-now path{fill:var(--blue)}
    .e.lit path{stroke:var(--blue);stroke-width:1.5;marker-end:url(#tip-lit)}
    .e.two.lit path{marker-start:url(#tip-lit)}
    .e.now path{stroke:var(--blue);stroke-width:3;marker-end:url(#tip-now)}
    .e.two.now path{marker-start:url(#tip-now)}
    .e.lit text,.e.now text{fill:var(--blue)}
    .n.lit rect{stroke:var(--blue);stroke-width:1.5}
    .n.now rect{stroke:var(--blue);stroke-width:2.5;fill:var(--tint)}
    .n.lit .v,.n.now .v{fill:var(--ink)}
    .n.odd rect{stroke:var(--amber);stroke-width:2.5;fill:var(--sun)}
    .e.odd path{stroke:var(--amber);stroke-width:3}
    .n.bad rect{stroke:var(--red);stroke-width:2.5;fill:var(--rose)}
    .js .n.press{cursor:pointer}
    #b-fit{float:right;font-size:.8rem;padding:0 8px;margin-left:8px}

    """#

  private static let stepping = #"""
    #bar button{min-width:2.4rem}
    .js section{scroll-margin-top:124px}
    #bar{display:flex;flex-wrap:wrap;align-items:center;gap:6px;padding:8px 0}
    #bar[hidden],#now[hidden]{display:none}
    #where{font-variant-numeric:tabular-nums;margin:0 8px;font-size:.9rem}
    .js #messages{margin-top:12px}
    .js header{position:sticky;top:0;background:var(--paper);z-index:5;border-bottom:1px solid var(--line)}
    #now-text{margin:0 0 6px;overflow-wrap:anywhere;font-size:14px;font-weight:600;min-height:1.5em}
    #chain{margin:0;padding:0;list-style:none;color:var(--soft)}
    #chain li{display:block;overflow-wrap:anywhere;padding:0 0 0 14px;position:relative}
    #chain li::before{content:"↳";position:absolute;left:0}
    #chain li:first-child::before{content:""}
    .t>summary:focus-visible{outline-offset:-2px}
    .js #list,.js #files,.js #values-box,#drawing{contain:content}
    .ev{list-style:none;padding:0;margin-top:4px;margin-bottom:4px;font:12.5px/1.5 var(--mono)}
    .ev li{display:block;white-space:pre-wrap;overflow-wrap:anywhere;padding:1px 6px;border-radius:3px;cursor:pointer}
    .ev li.gap{cursor:default}
    .ev li:hover{background:var(--sheet)}
    .ev li.odd,.ev li.bad{font-weight:600}
    .ev li[aria-current]{background:var(--tint);box-shadow:inset 3px 0 var(--blue)}
    .ev li.later{color:var(--soft);font-weight:400}
    .t.here>summary b{color:var(--blue);font-weight:700}
    .code .run{background:var(--tint);box-shadow:inset 3px 0 var(--blue)}
    .code .by{background:var(--sun);box-shadow:inset 3px 0 var(--amber)}
    tr.turn th{box-shadow:inset 2px 0 var(--line);padding-left:8px}
    tr.now{background:var(--tint)}tr.now th{box-shadow:inset 3px 0 var(--blue);padding-left:8px;font-weight:600}
    td s{color:var(--soft)}
    #find-row{display:flex;flex-wrap:wrap;gap:4px 14px;align-items:center;margin:0 0 8px;font-size:.87rem}
    #find{background:var(--paper);border:1px solid var(--line);border-radius:4px;padding:2px 8px;width:13em;max-width:100%}
    tbody th button{all:unset;cursor:pointer;font-family:var(--mono)}
    tbody th button:hover{color:var(--blue);text-decoration:underline}
    tbody th button:focus-visible{outline:2px solid var(--blue)}

    """#

  private static let wide = #"""
    @media (max-width:699px){
    body{padding:0 12px 72px}
    .js #bar{position:fixed;left:0;right:0;bottom:0;background:var(--paper);border-top:1px solid var(--line);padding:8px 12px;z-index:6;gap:5px}
    .js header{position:static;border:0}
    #where{flex:1;margin:0 2px;font-size:.8rem;line-height:1.2}
    #b-mark{display:none}
    button{padding:6px 10px}
    section{margin-top:24px}
    .t>p,.t>pre,.t>ol{margin-left:0}
    .js #drawing{max-height:42vh}
    .js #bench{display:flex;flex-direction:column}
    .js #middle,.js #right{display:contents}
    .js #graph{order:1}.js #now{order:2}.js #turns{order:3}.js #values{order:4}.js #source{order:5}
    .js #list,.js #values-box,.js #files{max-height:56vh;overflow:auto}}
    @media (min-width:700px) and (max-width:1149px){
    .js #bench{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 24px}
    .js #middle{grid-column:1/3;grid-row:1;display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:0 24px}
    .js #source{grid-column:2;grid-row:2}
    .js #right{grid-column:1;grid-row:2}
    .js #drawing,.js #values-box{max-height:44vh;overflow:auto}
    .js #list,.js #files{max-height:60vh;overflow:auto}}
    @media (min-width:1150px){
    .js #bench{display:grid;grid-template-columns:minmax(0,4fr) minmax(0,6fr) minmax(0,5fr);gap:0 28px;height:calc(100vh - 118px);min-height:480px;padding:16px 0}
    .js #bench section{margin:0}
    .js #source,.js #middle,.js #right{display:flex;flex-direction:column;min-height:0;gap:18px}
    .js #source{gap:0}
    .js #files,.js #list,.js #values-box{overflow:auto;min-height:0}
    .js #turns,.js #values,.js #graph{display:flex;flex-direction:column;min-height:0}
    .js #turns{flex:1}
    .js #values{flex:1 1 40%;min-height:180px}
    .js #graph{flex:0 1 auto;max-height:60%}
    .js #drawing{min-height:60px}
    .js .fold{flex:none;max-height:45%;overflow:auto}
    .js #now{flex:none}}
    @media (prefers-reduced-motion:no-preference){.n rect,.e path{transition:stroke .1s,fill .1s}}
    """#
}
