/// The files for Vim and Neovim.
package enum VimFiles {
  /// Colours.
  package static var syntax: String {
    #"""
    " Vim syntax file for scripts of bindlab, made by 'bindlab editor vim'.
    if exists('b:current_syntax')
      finish
    endif
    syntax case match

    " In each place the last rule that fits counts.
    \#(ColourGrammar.rules.reversed().map(line).joined(separator: "\n"))

    " Behind a dot every word is a name.
    syntax match bindlabMember '\.\s*\h\w*'
    \#(ColourGrammar.rules.filter { $0.colour == .turnField }.map(line).joined(separator: "\n"))

    syntax match bindlabEscape '\#(ColourGrammar.escape.written(in: .vim))' contained
    syntax region bindlabInterpolation matchgroup=bindlabDelimiter start="\\(" end=")" contained contains=TOP
    syntax region bindlabParentheses start="(" end=")" transparent contains=TOP
    syntax region bindlabString start=+"+ skip=+\\\\\|\\"+ end=+"+ oneline contains=bindlabEscape,bindlabInterpolation
    syntax region bindlabBlockString start=+"""+ skip=+\\\\\|\\"+ end=+"""+ contains=bindlabEscape,bindlabInterpolation

    syntax match bindlabComment "//.*$" contains=@Spell,bindlabExpected,bindlabAllowed
    syntax region bindlabBlockComment start="/\*" end="\*/" contains=@Spell
    syntax match bindlabExpected '\#(ColourGrammar.expected.written(in: .vim))' contained
    syntax match bindlabAllowed '\<\#(ColourGrammar.allowed.written(in: .vim))' contained
    syntax match bindlabInterpreter "\%^#!.*$"

    syntax sync minlines=200

    \#(Colour.allCases.map { "highlight default link bindlab\($0.name) \($0.vimGroup)" }
      .joined(separator: "\n"))

    let b:current_syntax = 'bindlab'

    """#
  }

  private static func line(_ rule: ColourRule) -> String {
    let group = "bindlab\(rule.colour.name)"
    if !rule.words.isEmpty, rule.place == .anywhere, rule.follow == nil {
      return "syntax keyword \(group) \(rule.words.joined(separator: " "))"
    }
    return "syntax match \(group) '\(pattern(rule))'"
  }

  private static func pattern(_ rule: ColourRule) -> String {
    let before =
      switch rule.place {
      case .anywhere: rule.words.isEmpty ? "" : "\\.\\@1<!"
      // Nothing else colours these signs, and looking behind from each word takes long.
      case .statementStart: "\\%(^\\|[;{}]\\)\\s*\\zs"
      case .after(let texts):
        "\\%(\(ColourPattern.marks(texts).written(in: .vim))\\s\\+\\)\\@30<="
      case .afterBlank: "\\s\\@1<="
      }
    let after = rule.follow.map { follow in
      "\\%(\(follow.pattern.written(in: .vim))\\)\\@\(follow.isForbidden ? "!" : "=")"
    }
    return before + rule.pattern.written(in: .vim) + (after ?? "")
  }

  package static let detection = """
    autocmd BufRead,BufNewFile *.bind setfiletype bindlab

    """

  /// What holds for each script, besides colours and indentation.
  package static let settings = """
    " Settings for scripts of bindlab, made by 'bindlab editor vim'.
    if exists('b:did_ftplugin')
      finish
    endif
    let b:did_ftplugin = 1
    setlocal comments=s1:/*,mb:*,ex:*/,:// commentstring=//\\ %s
    setlocal expandtab shiftwidth=2 softtabstop=2 suffixesadd=.bind
    setlocal formatoptions-=t formatoptions+=croql
    setlocal include=^\\\\s*source\\\\s
    " 'gq' lays out whole scripts; ':make' fills the list of errors.
    setlocal formatprg=bindlab\\ format\\ -
    setlocal makeprg=bindlab\\ check\\ % errorformat=%f:%l:%c:\\ %t%*[^:]:\\ %m
    let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop<'
      \\ . ' suffixesadd< formatoptions< include< formatprg< makeprg< errorformat<'

    """

  /// Indentation as `bindlab format` has it, as far as single lines tell it.
  package static var indentation: String {
    #"""
    " Indentation of scripts of bindlab, made by 'bindlab editor vim'.
    if exists('b:did_indent')
      finish
    endif
    let b:did_indent = 1
    setlocal indentexpr=BindlabIndent(v:lnum) indentkeys=0{,0},0),0],0\|,0.,!^F,o,O
    let b:undo_indent = 'setlocal indentexpr< indentkeys<'
    if exists('*BindlabIndent')
      finish
    endif

    function! s:Has(line, column, groups)
      let names = map(synstack(a:line, a:column), 'synIDattr(v:val, "name")')
      return match(names, a:groups) >= 0
    endfunction

    " Whether a line begins inside a comment or string of several lines.
    function! s:IsText(line)
      call cursor(a:line, 1)
      " Most scripts have neither, and asking for colours takes long.
      if !search('"""\|/\*', 'bnW') || !s:Has(a:line, 1, 'bindlabBlock\%(String\|Comment\)')
        return 0
      endif
      let before = prevnonblank(a:line - 1)
      return getline(a:line) !~# '^\%("""\|/\*\)'
        \ || s:Has(before, len(getline(before)), 'bindlabBlock\%(String\|Comment\)')
    endfunction

    function! s:IsSkipped()
      return s:Has(line('.'), col('.'), 'bindlab\%(String\|Block\|Comment\)')
    endfunction

    " The code of a line, without a comment at its end.
    function! s:Code(line)
      return substitute(getline(a:line), '\s*\%(//.*\|/\*.*\|^.*\*/\s*\)\=$', '', '')
    endfunction

    function! BindlabIndent(number)
      if s:IsText(a:number)
        return -1
      endif
      call cursor(a:number, 1)
      let [line, column] = searchpairpos('[[({]', '', '[])}]', 'bnW', 's:IsSkipped()')
      let text = getline(a:number)
      if text =~# '^\s*[])}]'
        return line == 0 ? 0 : indent(line)
      endif
      let indent = line == 0 ? 0 : indent(line) + shiftwidth()
      if line > 0 && getline(line)[column - 1] !=# '{'
        return indent
      endif
      let before = prevnonblank(a:number - 1)
      while before > line && getline(before) =~# '^\s*//'
        let before = prevnonblank(before - 1)
      endwhile
      if before > line && (text =~# '^\s*[\#(ColourGrammar.continuations)]'
        \ || s:Code(before) =~# '\%(,\|\s[\#(ColourGrammar.openEnds)]\+\)$')
        return indent + shiftwidth()
      endif
      return indent
    endfunction

    """#
  }

  /// The language server in Vim, through the plugin vim-lsp.
  package static let server = """
    " The language server in the plugin vim-lsp, made by 'bindlab editor vim'.
    augroup bindlab_lsp
      autocmd!
      autocmd User lsp_setup call lsp#register_server({
        \\ 'name': 'bindlab', 'cmd': {info -> ['bindlab', 'lsp']}, 'allowlist': ['bindlab'] })
    augroup END

    """
}

extension Colour {
  fileprivate var vimGroup: String {
    switch self {
    case .keyword: "Keyword"
    case .statement, .clause: "Statement"
    case .constant, .preset: "Constant"
    case .type, .class: "Type"
    case .transformer, .function: "Function"
    case .blockName, .turnField, .knob, .reference: "Identifier"
    case .number, .duration: "Number"
    case .arrow, .operator: "Operator"
    case .oldArrow: "Error"
    case .string, .blockString: "String"
    case .escape: "SpecialChar"
    case .delimiter: "Delimiter"
    case .comment, .blockComment: "Comment"
    case .expected: "SpecialComment"
    case .allowed, .interpreter: "PreProc"
    }
  }
}
