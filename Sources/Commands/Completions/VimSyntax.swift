import Language
import Syntax

/// The syntax file for Vim: the words of the language, and where each of them is highlighted.
enum VimSyntax {
  static var script: String {
    #"""
    " Vim syntax file for scripts of bindlab, made by 'bindlab completions vim'.
    " It goes to ~/.vim/syntax/bindlab.vim, and this line to ~/.vim/ftdetect/bindlab.vim:
    "   autocmd BufRead,BufNewFile *.bind setfiletype bindlab

    if exists('b:current_syntax')
      finish
    endif
    syntax case match

    " Words that name nothing.
    syntax keyword bindlabKeyword \#(words(LanguageWords.reserved))
    syntax keyword bindlabConstant \#(words(LanguageWords.constants))
    syntax keyword bindlabType \#(words(LanguageWords.types))
    syntax keyword bindlabClass \#(words(LanguageWords.classes))
    syntax keyword bindlabTransformer \#(words(LanguageWords.transformers))

    " Words that count only in their places: inside a statement, or where one begins; not as names.
    syntax match bindlabClause "\.\@1<!\#(anyOf(clauses))\%(\s*{\|\s\+[[:alnum:]_(\"#]\)\@="
    syntax match bindlabClause "\%(\<trace\s\+\)\@<=\#(anyOf(traceWords))"
    syntax match bindlabClause "\%(\<graph\s\+\)\@<=\#(anyOf(graphWords))"
    syntax match bindlabClause "\%(\<un\%(bind\|break\)\s\+\)\@<=\<all\>"
    syntax match bindlabStatement "\#(statementStart)\#(anyOf(LanguageWords.statements))\#(noName)"
    syntax match bindlabStatement "\#(statementStart)\#(anyOf(LanguageWords.members))\%(\s\+\h\)\@="
    syntax match bindlabFunction "\.\@1<!\#(anyOf(LanguageWords.functions))\%(\s*(\)\@="
    syntax match bindlabBlockName "\.\@1<!\#(anyOf(LanguageWords.blockNames))\%(\s*[=:]=\@!\)\@!"

    " Behind a dot every word is a name.
    syntax match bindlabMember "\.\s*\h\w*"
    syntax match bindlabTurnField "\<turn\.\#(anyOf(LanguageWords.turnFields))"

    syntax match bindlabNumber "\<\d[0-9_]*\%(\.\d[0-9_]*\)\=\%([eE][-+]\=\d[0-9_]*\)\=\>"
    syntax match bindlabNumber "\<0[xX][0-9a-fA-F_]\+\>"
    syntax match bindlabDuration "\<\d[0-9_]*\%(\.\d[0-9_]*\)\=\%(ms\|s\|m\)\>"
    syntax match bindlabReference "#\d\+\>"

    syntax match bindlabArrow "\#(arrows)"
    syntax match bindlabOldArrow "\s\@1<=\#(oldArrows)\s\@="

    syntax match bindlabEscape "\\[nt\"\\]\|\\u{\x\+}" contained
    syntax region bindlabInterpolation matchgroup=bindlabDelimiter start="\\(" end=")" contained contains=TOP
    syntax region bindlabParentheses start="(" end=")" transparent contains=TOP
    syntax region bindlabString start=+"+ skip=+\\\\\|\\"+ end=+"+ oneline contains=bindlabEscape,bindlabInterpolation
    syntax region bindlabString start=+"""+ skip=+\\\\\|\\"+ end=+"""+ contains=bindlabEscape,bindlabInterpolation

    syntax match bindlabComment "//.*$" contains=@Spell,bindlabExpected,bindlabAllowed
    syntax region bindlabComment start="/\*" end="\*/" contains=@Spell
    syntax match bindlabExpected "//\s*=>.*$" contained
    syntax match bindlabAllowed "\<allow\s\+B\d\+\%([, ]\+B\d\+\)*" contained
    syntax match bindlabInterpreter "\%^#!.*$"

    syntax sync minlines=200

    highlight default link bindlabKeyword Keyword
    highlight default link bindlabStatement Statement
    highlight default link bindlabClause Statement
    highlight default link bindlabConstant Constant
    highlight default link bindlabType Type
    highlight default link bindlabClass Type
    highlight default link bindlabTransformer Function
    highlight default link bindlabFunction Function
    highlight default link bindlabBlockName Identifier
    highlight default link bindlabTurnField Identifier
    highlight default link bindlabNumber Number
    highlight default link bindlabDuration Number
    highlight default link bindlabReference Identifier
    highlight default link bindlabArrow Operator
    highlight default link bindlabOldArrow Error
    highlight default link bindlabString String
    highlight default link bindlabEscape SpecialChar
    highlight default link bindlabDelimiter Delimiter
    highlight default link bindlabComment Comment
    highlight default link bindlabExpected SpecialComment
    highlight default link bindlabAllowed PreProc
    highlight default link bindlabInterpreter PreProc

    let b:current_syntax = 'bindlab'

    """#
  }

  /// The characters after which a statement can begin.
  private static let statementStart = "\\%(^\\s*\\|[;{}]\\s*\\)\\@<="

  /// Excludes what makes a word a name: `next = 3`, `source.text`.
  private static let noName = "\\%(\\s*[=.(?+*/%<>&-]\\|\\s*\\[\\)\\@!"

  private static let traceWords = TraceWord.allCases.dropFirst().map { "\($0)" }
  private static let graphWords = GraphFormat.allCases.dropFirst().map { "\($0)" }

  /// Words inside a statement, including those that can also begin one.
  private static let clauses: [String] = {
    let others = Set(traceWords + graphWords + ["all"])
    return LanguageWords.inside.filter { !others.contains($0) }
      + ["after", "observe", "on", "transform"]
  }()

  private static let arrows = alternatives(
    Arrow.allCases.map(\.spelling).sorted { $0.count > $1.count })
  private static let oldArrows = alternatives(["!->", "<-!", "->", "<-"])

  private static func words(_ words: [String]) -> String { words.joined(separator: " ") }

  private static func anyOf(_ words: [String]) -> String { "\\<\(alternatives(words))\\>" }

  private static func alternatives(_ texts: [String]) -> String {
    let escaped = texts.map { $0.map { $0 == "~" ? "\\~" : String($0) }.joined() }
    return "\\%(\(escaped.joined(separator: "\\|"))\\)"
  }
}
