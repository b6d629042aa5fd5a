package import Documents

/// What a response of success is known by where nobody says what it answers: the root of its XML, members that its JSON has.
///
/// It stands beside the response's wire form.
package struct ResponseShape: Sendable {
    /// The local name of the root; nil where there is no XML.
    package let root: String?
    /// Members of the JSON, all of which are there.
    package let members: [String]

    /// A shape of this root and these members.
    package init(root: String? = nil, _ members: String...) {
        self.root = root
        self.members = members
    }

    /// Whether an object has all of the members.
    package func fits(_ object: JSONObject) -> Bool { members.allSatisfy { object[$0] != nil } }

    /// Whether an element is called as the root is.
    package func fits(_ element: XMLElement) -> Bool { ExactText(root) == element.name.$local }
}
